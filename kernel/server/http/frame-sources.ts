import type { Core } from '../data/core.ts'
import { param } from '../params.ts'
import { tenantIds } from '../tenants/tenant.ts'

const KEPT_MS = 5000

/** Hosts that pages of this installation may frame, as a source list of the content policy: what its schools allow, together. */
export function frameSources(core: Core): () => Promise<string> {
  let known = { sources: '', until: 0 }
  return async () => {
    if (Date.now() < known.until) return known.sources
    const schools = await tenantIds(core)
    const allowed = await Promise.all(schools.map(id => param<string | null>(core, id, 'shell', 'frameHosts')))
    const hosts = allowed.flatMap(text => (text ?? '').split(/[\s,，;；]+/)).filter(host => /^(\*\.)?[a-z\d.-]+(:\d+)?$/i.test(host))
    known = { sources: [...new Set(hosts)].map(host => (host.includes(':') ? host : `${host}:*`)).join(' '), until: Date.now() + KEPT_MS }
    return known.sources
  }
}
