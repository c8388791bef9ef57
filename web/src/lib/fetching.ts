/** What the server answers; a browser has words of its own for a server that does not, each another. */
export async function reached(address: string, options?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, options);
  } catch (error) {
    throw error instanceof TypeError ? new Error("the server does not answer") : error;
  }
}

/** The document of an answer; fails with the server's own words, also where what stands before it answers in no JSON. */
export async function bodyOf<T>(answer: Response): Promise<T> {
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((body as { error?: string } | null)?.error ?? `the server answers ${answer.status}`);
  return body as T;
}

/** A JSON document of the server; fails with the server's own words. */
export async function getJson<T>(address: string, options?: RequestInit): Promise<T> {
  return bodyOf<T>(await reached(address, options));
}

/** A text of the server; fails with the server's own words. */
export async function getText(address: string, options?: RequestInit): Promise<string> {
  const answer = await reached(address, options);
  const text = await answer.text();
  if (answer.ok) return text;
  const told: unknown = await new Response(text).json().catch(() => null);
  throw new Error((told as { error?: string } | null)?.error ?? `the server answers ${answer.status}`);
}

/** Sends a JSON document and reads the answer. */
export function postJson<T>(address: string, body: unknown): Promise<T> {
  return getJson<T>(address, posted(body));
}

/** Sends a JSON document and reads the text that answers it. */
export function sendForText(address: string, body: unknown): Promise<string> {
  return getText(address, posted(body));
}

function posted(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
