import { names } from "./answers";
import { chanceOf, gesture, givenFor, isCard, isGathered, isShown, type Plan, type Plans, proposedOf, sameUnits, targetsOf, unitsOf, unplayed } from "./plans";
import type { Asked, FromServer } from "./protocol";

/** What a planner needs of the table. */
export interface Asking {
  readonly decision: Asked | null;
  readonly covered: boolean;
  readonly busy: boolean;
  /** The line to the server stands; where nothing is said of it, it does. */
  readonly connected?: boolean;
  ask(what: string, body: Record<string, unknown>): Promise<FromServer>;
  act(text: string): void;
  tell(text: string, cite?: string): void;
}

/** What is planned against one hex. */
export interface Step {
  at: string | null;
  /** Ways to do it with the units that are ticked. */
  offers: readonly Plan[];
  /** The text of the one that is chosen. */
  picked: string;
  /** Everybody who could take part. */
  pool: readonly string[];
  /** Those of them that are ticked out. */
  out: ReadonlySet<string>;
  /** Who takes part is settled; only the way is left to choose. */
  settled?: boolean;
}

/** A plan that was sent and came back in part. */
interface Rest {
  seat: string;
  kind: string;
  stack: string;
  plans: Plan[];
}

/** The plan that is being made for the question on show: targets, who takes part, which way, and then one answer. */
export class Planner {
  /** The best plan for each target of the question. */
  all = $state.raw<readonly Plan[]>([]);
  steps = $state.raw<readonly Step[]>([]);
  current = $state(0);
  /** Why the plan is there though nobody asked for it, "" where somebody did. */
  note = $state("");
  /** Grows whenever the player himself opens a plan: its confirming button gets the focus then. */
  wanted = $state(0);
  /** The plans of the question are not there yet: a click or Enter that may be meant for one waits for `loaded`. */
  loading = $state(false);
  loaded: Promise<void> = Promise.resolve();
  /** What was pressed before they are there, and waits for them; "" for nothing. */
  pressed = $state("");
  /** Plans are being asked for. */
  waiting = $state(false);
  /** The last plans that were given, so that the board can show who was driven off since. */
  given = $state.raw<readonly Plan[]>([]);

  #number = -1;
  #last: Promise<unknown> = Promise.resolve();
  #turn = 0;
  #sent: Rest | null = null;
  #rest: Rest | null = null;

  constructor(private readonly table: Asking) {}

  step = $derived(this.steps[this.current] ?? null);
  chosen = $derived(this.step ? chosenOf(this.step) : null);
  /** The plans that confirming would give, in their order. */
  plans: readonly Plan[] = $derived(this.steps.flatMap((step) => chosenOf(step) ?? []));
  open = $derived(this.steps.length > 0);
  /** Hexes that a click opens a plan for; where the plan is but one of the answers, the click gives it. */
  targets: readonly string[] = $derived(targetsOf(this.all.filter((plan) => !this.#listed(plan))));
  /** Whether targets are gathered before anything is confirmed. */
  gathers = $derived(this.all.some(isGathered));

  /** Takes up a question: what was planned for the last one is over. */
  async take(decision: Asked | null): Promise<void> {
    const number = decision && !this.table.covered ? decision.number : -1;
    if (number === this.#number) return;
    this.#number = number;
    [this.all, this.note] = [[], ""];
    this.close();
    this.loading = number >= 0;
    if (!decision || number < 0) return;
    this.loaded = this.#load(decision, number);
    await this.loaded;
  }

  /** Waits until it is known what is planned, for something that was pressed: it can be said what is waited for. */
  async known(pressed: string): Promise<void> {
    this.pressed = pressed;
    await this.loaded;
    if (this.pressed === pressed) this.pressed = "";
  }

  async #load(decision: Asked, number: number): Promise<void> {
    const found = await this.#plans({ seat: decision.seat });
    if (number !== this.#number) return;
    this.all = (found ?? []).filter(isShown);
    if (!(await this.#resume(decision))) await this.#begin(decision);
    if (number === this.#number) this.loading = false;
  }

  /** Notes what an interruption left of the plan that was given. */
  interrupted(left: readonly string[]): void {
    const sent = this.#sent;
    if (!sent) return; // it was another answer, perhaps of the other seat
    const plans = unplayed(sent.plans, left);
    this.#rest = plans.length ? { ...sent, plans } : null;
    this.#sent = null;
  }

  /** A target is clicked: its plan is opened, with those chosen before it, or of all. */
  aim(at: string, chosen: ReadonlySet<string> = new Set()): Promise<boolean> {
    if (this.table.connected === false) {
      this.table.tell(`No line to the server: what can be done against ${at} is not known until it is back. Press again then.`);
      return Promise.resolve(true);
    }
    return this.#inTurn(() => this.#aim(at, chosen));
  }

  async #aim(at: string, chosen: ReadonlySet<string>): Promise<boolean> {
    const known = this.steps.findIndex((step) => step.at === at);
    if (known >= 0) this.current = known;
    if (known >= 0 || !this.targets.includes(at)) return known >= 0;
    let kept: readonly Step[] = this.gathers ? this.steps : [];
    let busy = new Set(unitsOf(kept.flatMap((step) => chosenOf(step) ?? [])));
    const pool = await this.#pool(at);
    if (!pool) return true;
    if (pool.every((id) => busy.has(id))) [kept, busy] = [await this.#without(kept, pool), new Set()];
    const wanted = pool.filter((id) => chosen.has(id));
    const out = new Set(pool.filter((id) => busy.has(id) || (wanted.length > 0 && !chosen.has(id))));
    if (out.size < pool.length) await this.#add(kept, { at, offers: [], picked: "", pool, out });
    return true;
  }

  /** Other targets lose these units, since a target that is clicked needs them: what cannot go on without them is dropped. */
  async #without(kept: readonly Step[], ids: readonly string[]): Promise<Step[]> {
    const found: Step[] = [];
    for (const step of kept) {
      const out = new Set([...step.out, ...ids.filter((id) => step.pool.includes(id))]);
      const less = out.size === step.out.size ? step : out.size < step.pool.length ? await this.#offered({ ...step, out }) : null;
      if (less?.offers.length) found.push(less);
    }
    return found;
  }

  /** Ticks a unit in or out of the plan that is open. */
  toggle(id: string): Promise<void> {
    return this.#inTurn(() => this.#toggle(id));
  }

  async #toggle(id: string): Promise<void> {
    const step = this.step;
    if (!step || step.settled || !step.pool.includes(id)) return;
    const out = new Set(step.out);
    if (!out.delete(id)) out.add(id);
    if (out.size === step.pool.length) return;
    const elsewhere = this.steps.findIndex((other) => other !== step && chosenOf(other)?.units.includes(id));
    const again = await this.#offered({ ...step, out });
    if (!again) return;
    const other = this.steps[elsewhere];
    const released = other ? await this.#offered({ ...other, out: new Set([...other.out, id]) }) : null;
    const steps = this.steps.map((one) => (one === step ? again : one === other && released ? released : one));
    this.steps = steps.filter((one) => one.offers.length > 0);
    this.current = Math.max(0, this.steps.indexOf(again));
  }

  /** Takes another way to do it. */
  pick(text: string): void {
    this.steps = this.steps.map((step, i) => (i === this.current ? { ...step, picked: text } : step));
  }

  /** Of several answers that aim at one hex the way that begins with this one is on show. */
  prefer(answer: string): void {
    const { step, chosen } = this;
    if (!step || !chosen || names(chosen.text, answer)) return;
    const found = step.offers.find((plan) => names(plan.text, answer));
    if (found) this.pick(found.text);
  }

  /** Opens what is planned against another target. */
  turnTo(i: number): void {
    this.current = i;
  }

  /** Takes a target out of the plan. */
  drop(i: number): void {
    this.steps = this.steps.filter((_, j) => j !== i);
    this.current = Math.max(0, Math.min(this.current, this.steps.length - 1));
  }

  close(): void {
    this.#turn += 1;
    [this.steps, this.current] = [[], 0];
  }

  /** Gives the whole plan as one answer. */
  confirm(): void {
    const { decision, busy } = this.table;
    if (!decision || busy || this.waiting || !this.plans.length) return;
    const plans = [...this.plans];
    this.#sent = { seat: decision.seat, kind: decision.kind, stack: stackOf(decision), plans };
    this.#rest = null;
    if (plans.every(isGathered)) this.given = plans;
    this.table.act(gesture(plans));
  }

  /** One change of the plan after the other, however quickly they are asked for. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    this.waiting = true;
    const next = this.#last.then(change);
    this.#last = next.catch(() => undefined);
    return next.finally(() => void (this.waiting = false));
  }

  /** What came back of an interrupted plan is offered again as soon as its question is back. */
  async #resume(decision: Asked): Promise<boolean> {
    const rest = this.#rest;
    if (!rest || rest.seat !== decision.seat) return false;
    if (rest.stack !== stackOf(decision)) return false;
    this.#rest = null;
    for (const plan of rest.plans) {
      if (plan.at && this.targets.includes(plan.at)) await this.aim(plan.at, new Set(plan.units));
    }
    this.turnTo(0);
    if (this.open) this.note = "Something came between. This is left of your plan.";
    return this.open;
  }

  /** Where there is one thing to plan, or a card to be filled in, it lies open; not where another hex is but an answer. */
  async #begin(decision: Asked): Promise<void> {
    const cards = this.all.filter(isCard);
    const first = proposedOf(cards);
    const [target] = this.targets;
    if (first) {
      const pool = unitsOf(cards).concat(first.others.filter((one) => !one.cite).map((one) => one.unit));
      this.steps = [{ at: null, offers: cards, picked: first.text, pool: [...new Set(pool)], out: new Set() }];
    } else if (this.all.length > 1 && !target && sameUnits(this.all)) this.#settled();
    else if (target && targetsOf(this.all).length === 1 && decision.proposed && this.#pays) await this.aim(target);
  }

  /** Those who are left of a plan that was given, and the ways that they have. */
  #settled(): void {
    const offers = this.all.map((plan) => ({ ...plan, toward: givenFor(plan, this.given)?.at ?? null }));
    const first = proposedOf(offers);
    if (first) this.steps = [{ at: null, offers, picked: first.text, pool: first.units, out: new Set(), settled: true }];
  }

  /** Whether any plan may do something: where none can, Enter is left to the answer that is proposed. */
  get #pays(): boolean {
    return this.all.some((plan) => chanceOf(plan) !== 0);
  }

  /** Whether a plan is but an answer, which a click may give at once; a deed of its own is seen before it is done. */
  #listed(plan: Plan): boolean {
    if (plan.deed) return false;
    return this.table.decision?.actions.some((answer) => answer.text === plan.text) ?? false;
  }

  async #pool(at: string): Promise<string[] | null> {
    const found = await this.#plans({ at });
    if (!found) return null;
    const plans = found.filter(isShown);
    if (!plans.length) this.table.tell(`Nothing can be planned against ${at} now.`);
    return plans.length ? unitsOf(plans) : null;
  }

  async #add(kept: readonly Step[], step: Step): Promise<void> {
    const offered = await this.#offered(step);
    if (!offered?.offers.length) return;
    this.steps = [...kept, offered];
    this.current = kept.length;
  }

  /** A step with the ways that its ticked units have; null where the question has changed meanwhile. */
  async #offered(step: Step): Promise<Step | null> {
    const units = step.pool.filter((id) => !step.out.has(id));
    const body = step.at === null ? { units } : { at: step.at, units };
    const found = await this.#plans(step.out.size || step.at === null ? body : { at: step.at });
    if (!found) return null;
    const offers = found.filter((plan) => isShown(plan) && (step.at === null ? isCard(plan) : plan.at === step.at));
    const same = offers.find((plan) => plan.text === step.picked) ?? proposedOf(offers);
    return { ...step, offers, picked: same?.text ?? "" };
  }

  /** The plans that the server has; null where the answer comes too late or is a refusal. */
  async #plans(body: Record<string, unknown>): Promise<Plan[] | null> {
    const [number, turn] = [this.#number, this.#turn];
    const seat = this.table.decision?.seat;
    const message = (await this.table.ask("plans", { seat, ...body })) as FromServer & { plans?: Plans };
    if (number !== this.#number || turn !== this.#turn) return null;
    if (message.refused && body.at) this.table.tell(message.refused.reason, message.refused.cite);
    return message.plans?.plans ?? null;
  }
}

function chosenOf(step: Step): Plan | null {
  return step.offers.find((plan) => plan.text === step.picked) ?? proposedOf(step.offers) ?? null;
}

/** The procedures under way: where they are others, it is another step that asks. */
function stackOf(decision: Asked): string {
  return (decision.stack ?? []).join(" > ");
}
