/** A JSON document of the server; fails with the server's own words. */
export async function getJson<T>(address: string, options?: RequestInit): Promise<T> {
  const answer = await fetch(address, options);
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((body as { error?: string } | null)?.error ?? `the server answers ${answer.status}`);
  return body as T;
}

/** Sends a JSON document and reads the answer. */
export function postJson<T>(address: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  return getJson<T>(address, { method: "POST", headers, body: JSON.stringify(body) });
}
