import type pg from 'pg'
import type { Manifest } from './manifest.ts'
import { fingerprintOf } from './tables.ts'

/** Names of tables whose contents differ from the backup. Must run inside `inTransaction`, which fixes the output format of values. */
export async function compare(client: pg.Client, { tables }: Manifest): Promise<string[]> {
  const differing: string[] = []
  for (const table of tables) {
    const found = await fingerprintOf(client, table)
    if (found.rows !== table.rows) differing.push(`${table.name} has ${found.rows} rows, it had ${table.rows}`)
    else if (found.sum !== table.sum) differing.push(`${table.name} has other values in its ${found.rows} rows`)
  }
  return differing
}
