/** Writes a cookie. The Cookie Store API is younger than the browsers we support. */
export function writeCookie(name: string, value: string, maxAge?: number): void {
  if (typeof document === 'undefined') return
  const parts = [
    `${name}=${encodeURIComponent(value)}`,
    'Path=/',
    'SameSite=Lax',
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ...(location.protocol === 'https:' ? ['Secure'] : []),
  ]
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = parts.join('; ')
}
export const dropCookie = (name: string): void => writeCookie(name, '', 0)
export function readCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined
  const found = document.cookie.split('; ').find(part => part.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}
