/** The guide of a game that is a first one: where it is, and what it points at. It belongs to the page; its part in the slip shows it. */
import type { LessonStep } from "./fetched";
import { keepLesson, keptLesson, letGo, hasBeenTold, type Told, toldOf } from "./lessons";
import { onePerPage } from "./onepage.svelte";
import type { Page } from "./page.svelte";

export class Guide {
  #kept = $state.raw({ passed: [] as string[], left: false });

  constructor(private readonly page: Page) {
    this.#kept = keptLesson(localStorage, page.ticket.game);
  }

  get lesson() {
    return this.page.summary.lesson ?? null;
  }

  /** It was left; it can be called back. */
  get left(): boolean {
    return this.#kept.left;
  }

  set left(left: boolean) {
    this.#keep({ ...this.#kept, left });
  }

  told: Told | null = $derived.by(() => {
    const { page, lesson } = this;
    const { table, view } = page;
    if (!lesson || !view) return null;
    const question = page.decision && page.decision.seat === lesson.seat ? page.decision : null;
    const notes = question?.actions?.map((answer) => answer.note ?? "") ?? [];
    const passed = new Set(this.#kept.passed);
    return toldOf(lesson, { lines: table.log, asked: question?.kind ?? "", notes, turn: view.turn, over: Boolean(table.state?.outcome), leaf: page.tab, seen: table.seen, passed });
  });

  /** What it points at, while it tells of a step that can be taken now. */
  step: LessonStep | null = $derived.by(() => (!this.left && this.told && this.told.mode !== "wait" ? this.told.step : null));

  /** A step that may be in vain is being told. */
  tells(step: LessonStep): void {
    this.#note(hasBeenTold(step));
  }

  /** A step has been read, or is passed over for good. */
  pass(step: LessonStep): void {
    this.#note(step.id);
  }

  /** What was done in its place is left so for this turn. */
  letGo(step: LessonStep): void {
    this.#note(letGo(step, this.page.view?.turn ?? 0));
  }

  #note(name: string): void {
    if (!this.#kept.passed.includes(name)) this.#keep({ ...this.#kept, passed: [...this.#kept.passed, name] });
  }

  #keep(kept: { passed: string[]; left: boolean }): void {
    this.#kept = kept;
    keepLesson(localStorage, this.page.ticket.game, kept);
  }
}

export const guideOf = onePerPage((page) => new Guide(page));
