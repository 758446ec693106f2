import type { Core } from './core.ts'
import { runOn } from './pool.ts'

/** Id of the school with this code; its row is made where there is none. One made `provisioning` waits for its opening, an `active` one works at once
 *  and is brought up to date like a school that is there. */
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
/** Every school that work goes on for, the platform's tenant among them. */
export async function tenantIds(core: Core): Promise<string[]> {
  const rows = await runOn<{ id: string }>(core.pool, "select id from tenant where state <> 'closed'", [])
  return rows.map(({ id }) => id)
}
