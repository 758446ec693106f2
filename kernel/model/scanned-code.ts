/** Content of a code to be scanned for the page at `path`: a URL, so that any camera opens the page. */
export const codeAddress = (origin: string, path: string, code: string): string => `${origin}${path}?code=${encodeURIComponent(code)}`
/** The code for the page at `path` in scanned text; undefined for other codes. */
export function codeIn(path: string, text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { pathname, searchParams } = new URL(text)
  return pathname === path ? searchParams.get('code') || undefined : undefined
}
