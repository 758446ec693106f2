import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Core } from '../data/core.ts'
import { runOn } from '../data/pool.ts'

/** Without 0 O 1 I L: it is read out over the telephone. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Identifies this installation to the vendor: stays the same as long as its database lives, wherever that is moved. */
export async function machineCode(core: Core): Promise<string> {
  const { text, values } = sql`select id from installation`
  const rows = await runOn<{ id: string }>(core.pool, text, values)
  const digest = createHash('sha256').update(`qinglan machine ${rows[0]?.id}`).digest()
  return [...digest.subarray(0, 16)].map((byte, i) => (i && i % 4 === 0 ? '-' : '') + LETTERS[byte % LETTERS.length]).join('')
}
/** Compares machine codes, ignoring case and separators. */
export const sameMachine = (a: string, b: string): boolean => bare(a) === bare(b)
const bare = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
