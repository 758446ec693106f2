import type { Entity } from '#model'

/** The name under which memory holds parameter groups; a write drops it like an entity's rows. */
export const PARAMS = { name: 'baseParams' } as Entity
/** Groups of a school as they stand now, by their code; keys that were never set are absent. */
export type StoredParams = ReadonlyMap<string, Readonly<Record<string, unknown>>>
type Ask = (statement: { text: string; values: unknown[] }) => Promise<Array<{ id: string; content: Record<string, unknown> }>>

export async function loadParams(tenantId: string, ask: Ask): Promise<StoredParams> {
  const rows = await ask({
    text: 'select distinct on (params_id) params_id as id, content from base_params where tenant_id = $1 order by params_id, version desc',
    values: [tenantId],
  })
  return new Map(rows.map(r => [r.id, r.content]))
}
