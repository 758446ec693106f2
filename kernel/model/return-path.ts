/** Stands for our own origin while a path is judged: whatever resolves elsewhere is foreign. */
const SITE = 'https://qinglan.invalid'
const LONGEST = 2000

/** Addresses as an administrator writes them down, separated by commas. */
export const addressesIn = (text: unknown): string[] => (typeof text === 'string' ? text.split(/[,，\s]+/).filter(Boolean) : [])

/** A return path that may be followed: inside this site, or on the school's list; undefined for anything else, however it is disguised. */
export function safeReturn(wanted: string | null | undefined, allow: readonly string[] = []): string | undefined {
  // Browsers read a backslash as a slash and drop line breaks and tabs, so that what is checked would not be what is followed.
  if (!wanted || wanted.length > LONGEST || /[\\\p{Cc}]/u.test(wanted)) return undefined
  if (wanted.startsWith('/')) {
    if (!URL.canParse(wanted, SITE)) return undefined
    const { origin, pathname, search, hash } = new URL(wanted, SITE)
    return origin === SITE && !pathname.startsWith('//') ? pathname + search + hash : undefined
  }
  if (!/^https?:\/\//i.test(wanted) || !URL.canParse(wanted)) return undefined
  const to = new URL(wanted)
  return !to.username && !to.password && allow.some(entry => covers(entry, to)) ? to.href : undefined
}
/** An entry without a path stands for its whole origin, one with a path for that page and what lies below it. */
function covers(entry: string, to: URL): boolean {
  if (!/^https?:\/\//i.test(entry) || !URL.canParse(entry)) return false
  const listed = new URL(entry)
  const base = listed.pathname.endsWith('/') ? listed.pathname : `${listed.pathname}/`
  return listed.origin === to.origin && (to.pathname === listed.pathname || to.pathname.startsWith(base))
}
