import type { Entity } from '#model'
import type { Sealed } from '../context.ts'
import type { Cipher } from './cipher.ts'

/** The name under which memory holds parameter groups; a write drops it like an entity's rows. */
export const PARAMS = { name: 'baseParams' } as Entity
/** Groups of a school as they stand now, by their code; keys that were never set are absent. */
export type StoredParams = ReadonlyMap<string, Readonly<Record<string, unknown>>>
type Opener = Pick<Cipher, 'decrypt'>
type Ask = (statement: { text: string; values: unknown[] }) => Promise<Array<{ id: string; content: Record<string, unknown> }>>

/** SQL text of a parameter of school `$1` as it stands now, for questions put to all schools at once. */
export const paramText = (group: string, key: string, initial: string | number): string =>
  `coalesce((select content ->> '${key}' from base_params where tenant_id = $1 and params_id = '${group}' order by version desc limit 1), '${initial}')`
export const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && 'sealed' in value
export async function loadParams(tenantId: string, ask: Ask, cipher: Opener): Promise<StoredParams> {
  const rows = await ask({
    text: 'select distinct on (params_id) params_id as id, content from base_params where tenant_id = $1 order by params_id, version desc',
    values: [tenantId],
  })
  return new Map(rows.map(r => [r.id, Object.fromEntries(Object.entries(r.content).map(([key, value]) => [key, isSealed(value) ? opened(value, cipher) : value]))]))
}
/** Sealed with another installation's secret it counts as not set: everything else of the school still works. */
function opened({ sealed }: Sealed, cipher: Opener): string | null {
  try {
    return cipher.decrypt(sealed)
  } catch {
    return null
  }
}
