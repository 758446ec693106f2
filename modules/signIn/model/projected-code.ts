const PATH = '/signIn/mine'
/** What the code on the wall says: an address, so that any camera opens the page. */
export const codeAddress = (origin: string, code: string): string => `${origin}${PATH}?code=${encodeURIComponent(code)}`
/** The code in what a camera read; nothing where it is another kind of code. */
export function codeIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { pathname, searchParams } = new URL(text)
  return pathname === PATH ? searchParams.get('code') || undefined : undefined
}
