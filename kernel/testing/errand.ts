import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { PROTECT } from '#server/data/migrate.ts'
import { loadModules, moduleFolders, type Registry, ROOT } from '#server/registry/registry.ts'

const FOLDER = join(ROOT, 'kernel/testing/modules/errand')
/** The named modules of the product, and the made-up application `errand`. */
export const errandRegistry = (modules: readonly string[]): Promise<Registry> => loadModules([...moduleFolders().filter(f => modules.includes(basename(f))), FOLDER])
/** Makes its table, behind row-level security like every other. */
export async function errandTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(readFileSync(join(FOLDER, 'tables.sql'), 'utf8'))
  await client.query(PROTECT)
  await client.end()
}
