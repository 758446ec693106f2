import type { Core } from './core.ts'
import { runOn } from './pool.ts'

/** Runs one query for every open school (or those in `only`) in a single statement, each under its own row-level security. `query` must be program text, never user input: `$1`
 *  is the school's id, `$2` is `given` as jsonb, and it returns one jsonb column. */
export async function forEachTenant<T>(core: Pick<Core, 'pool'>, query: string, given: object = {}, only?: readonly string[]): Promise<T[]> {
  const rows = await runOn<{ found: T }>(core.pool, 'select found from for_each_tenant($1, $2::jsonb, $3::uuid[]) found', [query, JSON.stringify(given), only ?? null])
  return rows.map(row => row.found)
}
