import type { Entity } from '#model'
import type { Sealed } from '../context.ts'
import type { Cipher } from './cipher.ts'

/** Cache key of parameter groups; a write invalidates it like an entity's rows. */
export const PARAMS = { name: 'baseParams' } as Entity
/** Current parameter groups of a school by code; unset keys are absent. */
export type StoredParams = ReadonlyMap<string, Readonly<Record<string, unknown>>>
type Opener = Pick<Cipher, 'decrypt'>
type Ask = (statement: { text: string; values: unknown[] }) => Promise<Array<{ id: string; content: Record<string, unknown> }>>

/** SQL expression for the current value of a parameter in school `$1`, for queries over all schools. */
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
/** A value encrypted with another installation's secret counts as unset: everything else of the school still works. */
function opened({ sealed }: Sealed, cipher: Opener): string | null {
  try {
    return cipher.decrypt(sealed)
  } catch {
    return null
  }
}
