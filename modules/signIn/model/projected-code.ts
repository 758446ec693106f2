const PATH = '/signIn/mine'
/** Content of the projected code: a URL, so that any camera opens the page. */
export const codeAddress = (origin: string, code: string): string => `${origin}${PATH}?code=${encodeURIComponent(code)}`
/** The code in scanned text; undefined for other codes. */
export function codeIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { pathname, searchParams } = new URL(text)
  return pathname === PATH ? searchParams.get('code') || undefined : undefined
}
