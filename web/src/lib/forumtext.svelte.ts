import { type Kind, KINDS } from "./captions";

/** The battle as text for a forum, made anew for each of its kinds: of several that are asked for in turn the last counts. */
export class ForumText {
  kind = $state<Kind>("markdown");
  text = $state("");
  said = $state("");
  fault = $state("");
  busy = $state(false);
  #asked = 0;

  /**
   * `make` has it made by the server; `copy` copies what stands in the box, and says what came of it; `more` is told after
   * that, where there is more to know, and that it cannot be known is no fault of the copy.
   */
  constructor(
    private readonly make: (kind: Kind) => Promise<string>,
    private readonly copy: (text: string, title: string) => Promise<string>,
    private readonly more: () => Promise<string> = async () => "",
  ) {}

  async ask(): Promise<void> {
    const [mine, kind] = [++this.#asked, this.kind];
    const late = () => mine !== this.#asked;
    [this.said, this.fault, this.busy] = ["", "", true];
    try {
      const text = await this.make(kind);
      if (late()) return;
      this.text = text;
      const said = await this.copy(text, KINDS.find((one) => one.kind === kind)?.title ?? kind);
      if (late()) return;
      [this.said, this.busy] = [said, false];
    } catch (error) {
      if (!late()) [this.text, this.fault, this.busy] = ["", error instanceof Error ? error.message : String(error), false];
      return;
    }
    const more = await this.more().catch(() => "");
    if (more && !late()) this.said += ` ${more}`;
  }
}
