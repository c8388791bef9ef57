/** A browser that tells its owner that he is asked, also while the page is closed (docs/protocol.md, Being told). */

const WORKER = "/push.js";

/** Why this browser can not be told, "" where it can. */
export function lacking(place: { isSecureContext: boolean; navigator: object; PushManager?: unknown; Notification?: { permission: string } }): string {
  if (!place.isSecureContext) return "a browser is told only by an address with TLS, or at localhost";
  if (!("serviceWorker" in place.navigator) || !place.PushManager || !place.Notification) return "this browser cannot be told while the page is closed; on a phone, put the page on its home screen first";
  if (place.Notification.permission === "denied") return "this browser was told to show nothing of this page: allow it in its settings";
  return "";
}

/** The bytes behind the letters of a key. */
export function bytes(key: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** A subscription as the server wants it: where it is told, the browser's public key, its secret. */
export function target(found: { endpoint?: string; keys?: Record<string, string> }): string {
  const { endpoint, keys } = found;
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error("the browser gave no address");
  return [endpoint, keys.p256dh, keys.auth].join(" ");
}

/** Asks the browser's owner, and then the browser, for an address. Raises with what was wrong. */
export async function subscribe(key: string): Promise<string> {
  const why = lacking(window);
  if (why) throw new Error(why);
  if ((await Notification.requestPermission()) !== "granted") throw new Error("the browser was not allowed to show anything");
  await navigator.serviceWorker.register(WORKER);
  const worker = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return target((await worker.pushManager.subscribe(wanted)).toJSON());
  } catch (error) {
    const before = await worker.pushManager.getSubscription();
    if (!before) throw error;
    await before.unsubscribe(); // it was made for another key, as that of a server before this one
    return target((await worker.pushManager.subscribe(wanted)).toJSON());
  }
}
