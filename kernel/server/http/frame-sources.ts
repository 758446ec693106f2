import { PLATFORM_CODE } from '../access/platform-tenant.ts'
import type { Core } from '../data/core.ts'
import { runOn } from '../data/pool.ts'
import { param } from '../params/params.ts'

const KEPT_MS = 5000

interface Allowed {
  /** Hosts of the school's own. */
  sites: readonly string[]
  frames: readonly string[]
}
/** Hosts that a page may frame, as a CSP source list. A page is requested before the user is known, so its host identifies the school if that is some school's own
 *  (`login.siteUrl`): other schools' lists do not apply then. Schools without a host of their own share a list, and a single school matches any host. */
export function frameSources(core: Core): (host: string) => Promise<string> {
  let known: { schools: readonly Allowed[]; until: number } = { schools: [], until: 0 }
  return async host => {
    if (Date.now() >= known.until) known = { schools: await Promise.all((await schoolIds(core)).map(id => allowedBy(core, id))), until: Date.now() + KEPT_MS }
    const own = known.schools.filter(s => s.sites.includes(host))
    const theirs = known.schools.length === 1 ? known.schools : own.length ? own : known.schools.filter(s => !s.sites.length)
    return [...new Set(theirs.flatMap(s => s.frames))].map(frame => (frame.includes(':') ? frame : `${frame}:*`)).join(' ')
  }
}
const schoolIds = async (core: Core): Promise<string[]> =>
  (await runOn<{ id: string }>(core.pool, "select id from tenant where state <> 'closed' and code <> $1", [PLATFORM_CODE])).map(t => t.id)
async function allowedBy(core: Core, tenantId: string): Promise<Allowed> {
  const [frames, sites] = await Promise.all([param<string | null>(core, tenantId, 'shell', 'frameHosts'), param<string | null>(core, tenantId, 'login', 'siteUrl')])
  return {
    sites: listed(sites).flatMap(site => (URL.canParse(site) ? [new URL(site).host] : [])),
    frames: listed(frames).filter(host => /^(\*\.)?[a-z\d.-]+(:\d+)?$/i.test(host)),
  }
}
const listed = (text: string | null): string[] => (text ?? '').split(/[\s,，;；]+/).filter(Boolean)
