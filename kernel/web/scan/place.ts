/** Page of this platform that a code refers to; undefined for any other address, which is never opened. */
export function placeIn(text: string, origin: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.origin === origin ? url.pathname + url.search : undefined
}
