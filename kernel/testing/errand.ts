import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { PROTECT } from '#server/data/migrate.ts'
import { moduleFolders, type Registry, ROOT } from '#server/registry/registry.ts'
import { testRegistry } from './database.ts'

const FOLDER = join(ROOT, 'kernel/testing/modules/errand')
/** The named modules of the product and the test application `errand`. */
export const errandRegistry = (modules: readonly string[]): Promise<Registry> => testRegistry([...moduleFolders().filter(f => modules.includes(basename(f))), FOLDER])
/** Creates the table of `errand`, with row-level security like any other. */
export async function errandTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(readFileSync(join(FOLDER, 'tables.sql'), 'utf8'))
  await client.query(PROTECT)
  await client.end()
}
