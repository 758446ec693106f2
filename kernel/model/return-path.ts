/** Placeholder origin for resolving a path: a result with another origin is external. */
const SITE = 'https://qinglan.invalid'
const LONGEST = 2000

/** Splits an administrator's list of addresses (commas or white space). */
export const addressesIn = (text: unknown): string[] => (typeof text === 'string' ? text.split(/[,，\s]+/).filter(Boolean) : [])

/** Validates a return path against open redirects: inside this site, or on the school's list; otherwise undefined. */
export function safeReturn(wanted: string | null | undefined, allow: readonly string[] = []): string | undefined {
  // Browsers treat a backslash as a slash and drop line breaks and tabs, so the followed URL would differ from the checked one.
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
/** An entry without a path allows the whole origin; with a path, that page and everything below it. */
function covers(entry: string, to: URL): boolean {
  if (!/^https?:\/\//i.test(entry) || !URL.canParse(entry)) return false
  const listed = new URL(entry)
  const base = listed.pathname.endsWith('/') ? listed.pathname : `${listed.pathname}/`
  return listed.origin === to.origin && (to.pathname === listed.pathname || to.pathname.startsWith(base))
}
