import type { Core } from './core.ts'
import { runOn } from './pool.ts'

/** Id of the school with this code; creates the row if missing. A `provisioning` school waits to be opened; an `active` one works at once and is updated like existing schools. */
export async function tenantOf(core: Core, { code, schoolName }: { code: string; schoolName: string }, state: 'active' | 'provisioning'): Promise<string> {
  const [known] = await runOn<{ id: string }>(core.pool, 'select id from tenant where code = $1', [code])
  if (known) return known.id
  const [made] = await runOn<{ id: string }>(
    core.pool,
    'insert into tenant (code, school_name, state) values ($1, $2, $3) on conflict (code) do update set code = excluded.code returning id',
    [code, schoolName, state],
  )
  return made?.id as string
}
/** All schools that are not closed, including the platform's tenant. */
export async function tenantIds(core: Core): Promise<string[]> {
  const rows = await runOn<{ id: string }>(core.pool, "select id from tenant where state <> 'closed'", [])
  return rows.map(({ id }) => id)
}
