import { untrack } from "svelte";
import { bestOf, byFormation, type Deed, deedsOf, deedText, doorsOf, further, goText, idleWords, type MarchPlan, type Movement, moversOf, nextOf, orderOf } from "./marching";
import { onePerPage } from "./onepage.svelte";
import type { Page } from "./page.svelte";
import type { FromServer } from "./protocol";

/** What an interruption left of a march: to be planned again when its turn comes. */
interface Rest {
  seat: string;
  title: string;
  ids: readonly string[];
  /** Where they were to go: a hex, or so many hexes one way. */
  at: string | null;
  direction?: string | undefined;
  hexes?: number | undefined;
}

/** Which units are chosen to move, and the plan that is made for them. One for the whole page. */
export class March {
  /** In their order of march. */
  chosen = $state.raw<readonly string[]>([]);
  plan = $state.raw<MarchPlan | null>(null);
  /** The same step for all, in each direction and as far as somebody gets on. */
  steps = $state.raw<readonly MarchPlan[]>([]);
  /** It is known which steps there are: there may be none. */
  learnt = $state(false);
  note = $state("");
  waiting = $state(false);
  /** The hex at which those come on that are off the map, as the player has it; "" for the nearest to where they go. */
  by = $state("");
  /** What those chosen could do and be fired at for. */
  risks = $state.raw<readonly MarchPlan[]>([]);
  /** Grows whenever a plan is asked for by pointer: the button that carries it out gets the focus then. */
  wanted = $state(0);

  /** The hex in reach that was pointed at last: it is kept until others are chosen, so that it can be gone to from the card. */
  aimed = $state("");

  /** Those who were chosen together: a name in the list takes one of them out, or in again. */
  group = $state.raw<readonly string[]>([]);

  #turn = 0;
  #lesson = 0;
  #sent: Rest | null = null;
  #rest: Rest | null = null;

  constructor(private readonly page: Page) {}

  movement: Movement | null = $derived.by(() => this.page.view?.movement ?? null);
  /** The units that may be sent on their way now. */
  movers: readonly string[] = $derived.by(() =>
    this.page.table.covered || this.page.past ? [] : moversOf(this.page.decision, this.movement, this.page.view?.units ?? []),
  );
  open = $derived(this.movers.length > 0);
  /** Whether the question has answers on the board that are no moves, such as fires. */
  others: boolean = $derived.by(() => {
    const { kind, actions = [] } = this.page.decision ?? {};
    const from = new Set([...this.movers.map((id) => this.hexOf(id)), ...this.entering.flatMap(({ hex, at }) => [hex, ...Object.values(at ?? {}).flat()])]);
    return kind !== "move" && actions.some(({ hex }) => hex !== null && !from.has(hex));
  });
  /** Those whose range is shown: the ones chosen, where they stand together. */
  together = $derived(new Set(this.chosen.map((id) => this.placeOf(id))).size === 1);
  /** Those of them that are on the map, and they by formation. */
  standing: readonly string[] = $derived(this.movers.filter((id) => this.hexOf(id) && !this.movement?.turning?.includes(id)));
  /** Those of them who stand in a hex that counts and is theirs: a whole formation goes without them. */
  keeping: readonly string[] = $derived.by(() => {
    const { movement, standing } = this;
    const control = this.page.view?.control ?? {};
    return standing.filter((id) => control[this.hexOf(id) ?? ""] === movement?.side);
  });
  /** Those who go where all of them are sent: not who keeps a hex, nor whose move is under way. */
  all: readonly string[] = $derived.by(() => this.#free(this.standing));
  /** Those on the map that could do no more than turn and the like. */
  turning: readonly string[] = $derived(this.movers.filter((id) => this.hexOf(id) && this.movement?.turning?.includes(id)));
  formations = $derived.by(() => byFormation(this.standing, this.page.view?.units ?? []));
  /** Those of them that come onto the map. */
  entering = $derived.by(() => this.movement?.entering?.filter(({ units }) => units.every((id) => this.movers.includes(id))) ?? []);

  /** Those that come onto the map where they like, by formation. */
  arriving = $derived.by(() => byFormation(this.entering.filter(({ at }) => at).flatMap(({ units }) => units), this.page.view?.units ?? []));
  /** The hexes at which all of those chosen may come on, and the one that the player has chosen of them. */
  doors: readonly string[] = $derived(doorsOf(this.chosen, this.movement));
  door = $derived(this.doors.includes(this.by) ? this.by : "");

  /** Who would do a deed: those chosen, else the unit that is moving. */
  doers: readonly string[] = $derived.by(() => (this.chosen.length ? this.chosen : this.page.mover ? [this.page.mover.id] : []));
  /** What these could do besides going, all of them or some. */
  deeds: readonly Deed[] = $derived.by(() => (this.open ? deedsOf(this.doers, this.movement) : []));

  /** What going to that hex would give; "" where they cannot stop there, or a plan is open. */
  goal: string = $derived.by(() => {
    const { mover, reachable } = this.page;
    const row = this.plan ? undefined : reachable[this.aimed];
    if (!row?.end || !this.open) return "";
    if (this.chosen.length) return this.together ? goText(this.chosen, row.path, this.hexOf(this.chosen[0] ?? "")) : "";
    return mover && row.path.length ? goText([mover.id], row.path, mover.hex) : "";
  });
  /** Enter goes there, where the question proposes nothing itself. */
  heads = $derived.by(() => this.goal !== "" && !this.page.decision?.proposed);

  hexOf(id: string): string | null {
    return this.page.view?.units.find((unit) => unit.id === id)?.hex ?? null;
  }

  /** Where a unit stands, or by which hex it may enter. */
  placeOf(id: string): string | undefined {
    const by = this.entering.find(({ units }) => units.includes(id));
    return this.hexOf(id) ?? (by && `by ${by.hex}`);
  }

  /** A new question: who may not move any more is not chosen any more, and a march that was interrupted goes on. */
  take(): void {
    this.#forget();
    [this.plan, this.steps, this.learnt, this.risks, this.note, this.aimed] = [null, [], false, [], "", ""];
    this.chosen = this.chosen.filter((id) => this.movers.includes(id));
    if (this.#rest?.title !== this.movement?.title) this.#rest = null;
    const rest = this.#rest;
    if (!rest || !this.open || rest.seat !== this.page.decision?.seat) return;
    this.#rest = null;
    const going = rest.at ? undefined : this.page.mover?.id;
    const ids = rest.ids.filter((id) => this.movers.includes(id) && id !== going);
    if (!ids.length) return;
    this.chosen = ids;
    this.note = "Something came between. This is left of the march.";
    void (rest.at ? this.towards(rest.at) : this.#along(rest));
  }

  /** What an answer of ours could not play. */
  interrupted(left: readonly string[]): void {
    if (!this.#sent) return;
    this.#rest = left.length ? this.#sent : null;
    this.#sent = null;
  }

  choose(ids: readonly string[]): void {
    this.group = ids.length > 1 ? ids : [];
    this.#change(ids);
  }

  /** All of a formation who are free to go. */
  gather(ids: readonly string[]): void {
    this.choose(this.#free(ids));
  }

  /** Somebody in the list: out of those who were chosen together, or in again; where nobody was, he alone. */
  tick(id: string): void {
    if (!this.group.length) return this.choose([id]);
    const ids = this.chosen.includes(id) ? this.chosen.filter((one) => one !== id) : [...this.chosen, id];
    if (ids.length) this.#change(ids);
    else this.choose([]);
  }

  /** Somebody stays out of the plan that is open, which is made again without him. */
  async leaveOut(id: string): Promise<void> {
    const { plan } = this;
    this.tick(id);
    if (!plan || !this.chosen.length) return;
    if (plan.at) await this.towards(plan.at, this.chosen);
    else await this.#along({ direction: plan.direction, hexes: plan.hexes });
  }

  /** Who is free to go of some; all of them where nobody is. */
  #free(ids: readonly string[]): readonly string[] {
    const free = ids.filter((id) => !this.keeping.includes(id) && id !== this.page.mover?.id);
    return free.length ? free : ids;
  }

  #change(ids: readonly string[]): void {
    this.#forget();
    [this.chosen, this.plan, this.steps, this.learnt, this.risks, this.note, this.aimed] = [ids, null, [], false, [], "", ""];
  }

  /** A counter is picked: alone, or with Shift its whole stack, one by one after that. */
  pick(id: string, more: boolean): void {
    if (!more) return this.choose([id]);
    const mates = this.movers.filter((one) => this.placeOf(one) === this.placeOf(id));
    const some = mates.some((one) => this.chosen.includes(one));
    if (this.chosen.includes(id)) this.choose(this.chosen.filter((one) => one !== id));
    else this.choose([...this.chosen, ...(some ? [id] : mates)]);
  }

  /** The whole stack of a unit. */
  pickStack(id: string | undefined): void {
    const hex = id ? this.hexOf(id) : null;
    if (hex) this.choose(this.movers.filter((one) => this.hexOf(one) === hex));
  }

  /** All that belong to the formation of the unit chosen; all that are on the map where that is chosen already, or none is. */
  brigade(): void {
    const mine = [...this.formations, ...this.arriving].find(({ ids }) => ids.includes(this.chosen[0] ?? ""))?.ids;
    const free = mine && this.#free(mine);
    if (free && free.join() !== [...this.chosen].sort(inOrderOf(free)).join()) this.choose(free);
    else this.everybody();
  }

  everybody(): void {
    this.choose([...this.all]);
  }

  /** Those chosen come on at this hex; "" for the nearest to where they go. */
  enterAt(hex: string): void {
    this.by = hex;
    if (this.plan?.at) void this.towards(this.plan.at, this.chosen);
  }

  /** The next unit that has not moved, or the one before. */
  next(step: number): string | undefined {
    const id = nextOf(this.standing, this.chosen[0], step);
    if (id) this.choose([id]);
    return id;
  }

  /** What a click on a hex would give at once; "" where it would not. */
  goingTo(hex: string | null): string {
    const from = this.chosen[0] ? this.hexOf(this.chosen[0]) : null;
    const row = hex && hex !== from && this.together && !this.plan ? this.page.reachable[hex] : undefined;
    return row?.end && this.chosen.length ? goText(this.chosen, row.path, from) : "";
  }

  /** A click on a hex: those who stand together go there, or as far towards it as they come; others march there. */
  go(hex: string): boolean {
    const ids = this.chosen;
    const from = ids[0] ? this.hexOf(ids[0]) : null;
    if (!ids.length || hex === from) return false;
    if (this.plan?.at === hex) return this.confirm();
    if (ids.length > 1 && !this.plan && hex !== this.door && this.doors.includes(hex)) {
      this.enterAt(hex);
      return true;
    }
    const row = this.together ? this.page.reachable[hex] : undefined;
    if (row?.end) this.#give(goText(ids, row.path, from), { ids, at: hex });
    else if (this.movement) void this.towards(hex);
    else return false;
    return true;
  }

  /** To the hex that the card has. */
  goThere(): boolean {
    if (!this.goal || this.page.table.busy) return false;
    if (this.chosen.length) return this.go(this.aimed);
    this.page.table.act(this.goal);
    return true;
  }

  /** Plans the march to a hex. */
  async towards(hex: string, order?: readonly string[]): Promise<void> {
    const everybody = this.chosen.length === this.movers.length && this.standing.length === this.movers.length;
    const whole = !order && everybody && !this.plan && !this.page.mover;
    this.#turn += 1;
    const turn = this.#turn;
    this.waiting = true;
    const found = await this.#ask({ at: hex, ...(whole ? {} : { units: this.chosen }), ...(this.door ? { by: this.door } : {}) });
    if (turn !== this.#turn) return;
    this.waiting = false;
    const note = this.note;
    if (!found) return;
    const plan = bestOf(found.filter(isMarch), order);
    if (!plan) this.page.table.tell(`Nobody of these comes nearer to ${hex}.`);
    else [this.plan, this.chosen, this.note] = [plan, orderOf(plan), note];
  }

  /** The order of march is changed. */
  reorder(ids: readonly string[]): void {
    const at = this.plan?.at;
    this.chosen = ids;
    if (at && this.plan) void this.towards(at, ids);
  }

  /** One hex this way for all that are chosen; one more each time it is pressed. */
  async step(direction: string): Promise<void> {
    if (!this.learnt) await this.learn();
    this.plan = further(this.steps, direction, this.plan);
  }

  /** Has the steps asked for that are to be shown, once for each choice. */
  lookUp(): void {
    if (this.movement && this.open && this.chosen && !this.learnt && !this.plan) untrack(() => void this.learn());
  }

  /** Asks which ways the chosen ones, or all, can go together. */
  async learn(): Promise<void> {
    this.#lesson += 1;
    const lesson = this.#lesson;
    const found = await this.#ask(this.chosen.length ? { units: this.chosen } : {});
    if (lesson !== this.#lesson || !found) return; // what was refused is asked again
    [this.steps, this.risks, this.learnt] = [found.filter(isMarch), found.filter((plan) => !isMarch(plan)), true];
  }

  /** Those of the chosen units that can do something other than going, one after another; else why they cannot is told. */
  deed(deed: Deed | undefined): void {
    if (this.page.table.busy) return;
    if (deed) this.#give(deedText(deed.ids, deed.word), { ids: [], at: null });
    else this.page.table.tell(idleWords(this.doers, this.movement));
  }

  /** The chosen units leave the map. */
  leave(): void {
    this.deed({ word: "exit", ids: [...this.doers] });
  }

  confirm(): boolean {
    const { plan, page } = this;
    if (!plan || page.table.busy) return false;
    this.#give(plan.text, { ids: orderOf(plan), at: plan.at, direction: plan.direction, hexes: plan.hexes });
    return true;
  }

  /** One step back: the plan, then the choice. */
  back(): boolean {
    const had = this.plan !== null || this.chosen.length > 0;
    this.choose(this.plan ? this.chosen : []);
    return had;
  }

  /** Gives an answer, and keeps what it was meant to do, in case something comes between. */
  #give(text: string, meant: Pick<Rest, "ids" | "at" | "direction" | "hexes">): void {
    const seat = this.page.decision?.seat;
    this.#sent = seat && this.movement ? { seat, title: this.movement.title, ...meant } : null;
    this.page.table.act(text);
  }

  /** Plans the same step again for those who are left. */
  async #along({ direction, hexes }: Pick<Rest, "direction" | "hexes">): Promise<void> {
    const note = this.note;
    await this.learn();
    const mine = this.steps.filter((plan) => plan.direction === direction);
    [this.plan, this.note] = [mine.find((plan) => plan.hexes === hexes) ?? mine[mine.length - 1] ?? null, note];
  }

  /** The plans that the server has; null where it refuses, and says why. */
  async #ask(body: Record<string, unknown>): Promise<MarchPlan[] | null> {
    const message = (await this.page.table.ask("plans", { seat: this.page.decision?.seat, ...body })) as FromServer & {
      plans?: { plans: MarchPlan[] };
    };
    if (message.refused) this.page.table.tell(message.refused.reason, message.refused.cite);
    return message.plans?.plans.filter((plan) => plan.kind === "march" || plan.kind === "deed") ?? null;
  }

  /** Answers that are still under way come too late. */
  #forget(): void {
    this.#turn += 1;
    this.#lesson += 1;
    this.waiting = false;
  }
}

const isMarch = ({ kind }: MarchPlan) => kind === "march";

/** Compares by place in a list. */
const inOrderOf = (list: readonly string[]) => (one: string, other: string) => list.indexOf(one) - list.indexOf(other);

/** The march of a page: one for all parts that show or change it. */
export const marchOf = onePerPage((page) => new March(page));
