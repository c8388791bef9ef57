/** The socket that belongs to the page's own address. */
export function socketAddress(page: Pick<Location, "protocol" | "host">, path: string): string {
  const scheme = page.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${page.host}${path}`;
}
