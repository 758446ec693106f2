import { hostsIn, innerHosts } from '#server/base/outbound.ts'
import { doctorCheck, found, ok } from '#server/operate/doctor.ts'

const LISTED = `
  select distinct on (p.tenant_id) t.code as school, p.content->>'outboundHosts' as hosts from base_params p join tenant t on t.id = p.tenant_id
  where p.params_id = 'security' order by p.tenant_id, p.version desc`

/** Internal hosts that schools listed in a former parameter and the installation does not allow. */
export default doctorCheck(async query => {
  const lists = await query<{ school: string; hosts: string | null }>(LISTED)
  const lost = lists.flatMap(({ school, hosts }) => [...hostsIn(hosts)].filter(host => !innerHosts().has(host)).map(host => ({ school, host })))
  if (!lost.length) return ok('Inner hosts', innerHosts().size ? [...innerHosts()].join(', ') : 'none allowed')
  const says = `listed by schools and not allowed: ${lost.map(({ school, host }) => `${host} (${school})`).join(', ')}`
  return found('Inner hosts', 'warn', says, `Where the school may reach them: OUTBOUND_HOSTS=${[...innerHosts(), ...new Set(lost.map(l => l.host))].join(',')}`)
})
