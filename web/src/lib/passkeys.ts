/** Passkeys: what the server asks to be signed, and what the browser's own keeper of keys makes of it. */
import { asked } from "./account";

interface Described {
  id: string;
  type: "public-key";
}

/** What the server asks, with bytes written in letters. */
interface Asked {
  challenge: string;
  user?: { id: string; name: string; displayName: string };
  excludeCredentials?: Described[];
  allowCredentials?: Described[];
}

/** Bytes that are written in letters which an address can have. */
export function bytesOf(word: string): Uint8Array<ArrayBuffer> {
  const plain = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function wordOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Why this browser has no passkeys at all, "" where it has. */
export function lacking(scope: { isSecureContext: boolean; PublicKeyCredential?: unknown }): string {
  if (!scope.PublicKeyCredential) return "this browser has no passkeys";
  return scope.isSecureContext ? "" : "a passkey needs an address that begins with https://";
}

function described(rows: Described[] = []): PublicKeyCredentialDescriptor[] {
  return rows.map(({ id, type }) => ({ id: bytesOf(id), type }));
}

/** A credential as the server reads it. */
function written(found: PublicKeyCredential): Record<string, unknown> {
  const parts = found.response as unknown as Record<string, unknown>;
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const held = names.filter((name) => parts[name] instanceof ArrayBuffer);
  const response = Object.fromEntries(held.map((name) => [name, wordOf(parts[name] as ArrayBuffer)]));
  return { id: found.id, rawId: wordOf(found.rawId), type: found.type, response };
}

/** A new passkey of who has entered; its owner says his password first. */
export async function addPasskey(password: string, name: string): Promise<void> {
  const wish = await asked<Asked>("POST", "/passkeys/ask", { password });
  const publicKey = {
    ...wish,
    challenge: bytesOf(wish.challenge),
    user: { ...wish.user, id: bytesOf(wish.user?.id ?? "") },
    excludeCredentials: described(wish.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await signed(() => navigator.credentials.create({ publicKey }));
  await asked("POST", "/passkeys", { credential: written(made), name });
}

/** Enters by a passkey; whose account it is. */
export async function enterByPasskey(): Promise<string> {
  const wish = await asked<Asked>("POST", "/enter/ask");
  const publicKey = { ...wish, challenge: bytesOf(wish.challenge), allowCredentials: described(wish.allowCredentials) };
  const found = await signed(() => navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions }));
  return (await asked<{ name: string }>("POST", "/enter/passkey", { credential: written(found) })).name;
}

/** What a browser says of a passkey that nobody has chosen is for programmers. */
async function signed(deed: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await deed().catch(() => null);
  if (!found) throw new Error("no passkey was chosen, or it is known already");
  return found as PublicKeyCredential;
}
