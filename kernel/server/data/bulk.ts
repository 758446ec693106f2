import type { Sql } from 'sql-template-tag'
import type { Entity } from '#model'
import { opened } from './columns.ts'
import type { Gate } from './gate.ts'
import { insertFromStatement, insertManyStatement, removeStatement, type SetOptions, updateManyStatement, updateStatement, type Writer } from './set-writes.ts'

type Plain = Record<string, unknown>
type BulkOptions = SetOptions & { enqueue?: true }
type InsertOptions = BulkOptions & { skipExisting?: true; unless?: readonly string[] }
/** Batch size: rows per statement, sent as one JSON parameter. */
const INSERTS_AT_ONCE = 2000
const UPDATES_AT_ONCE = 10_000

/** Set-based writes of the gate: one statement each, including version and history. Invalidates cached rows. */
export class Bulk {
  private readonly gate: Gate
  private readonly writer: Writer
  constructor(gate: Gate, writer: Writer) {
    this.gate = gate
    this.writer = writer
  }
  private async run(of: Entity, statement: Sql, { enqueue }: BulkOptions = {}): Promise<Plain[]> {
    if (enqueue) {
      await this.gate.enqueue(statement)
      await this.gate.changed(of)
      return []
    }
    const rows = await this.gate.query<Plain>(statement)
    if (rows.length) await this.gate.changed(of)
    return rows.map(row => opened(of, row, this.writer.cipher))
  }
  async updateWhere(of: Entity, match: Plain | Sql, patch: Plain, options: BulkOptions): Promise<Plain[]> {
    return this.run(of, updateStatement(of, match, patch, this.writer, options), options)
  }
  async updateMany(of: Entity, rows: readonly Plain[], options: BulkOptions): Promise<Plain[]> {
    return batches(rows, UPDATES_AT_ONCE, some => this.run(of, updateManyStatement(of, ['id'], some, this.writer, options), options))
  }
  async insertMany(of: Entity, drafts: readonly Plain[], options: InsertOptions): Promise<Plain[]> {
    return batches(drafts, INSERTS_AT_ONCE, some => this.run(of, insertManyStatement(of, some, this.writer, options), options))
  }
  async insertFrom(of: Entity, values: Plain, from: Sql, options: InsertOptions): Promise<Plain[]> {
    return this.run(of, insertFromStatement(of, values, from, this.writer, options), options)
  }
  /** Inserts missing rows, then updates differing ones: two statements in one round trip. The update has its own snapshot and sees concurrent inserts, so its history is right. */
  upsert(of: Entity, key: readonly string[], drafts: readonly Plain[], options: BulkOptions): Promise<{ added: Plain[]; changed: Plain[] }> {
    return this.gate.tx(async db => {
      const inside = new Bulk(db as Gate, this.writer)
      const isUpdate = drafts.some(draft => Object.keys(draft).some(name => !key.includes(name)))
      const written = await Promise.all(
        byNulls(of, key, drafts).map(async ({ hasNull, some }) => {
          const insert: InsertOptions = { ...options, skipExisting: true, ...(hasNull && { unless: key }) }
          const [added, changed] = await Promise.all([
            inside.insertMany(of, some, insert),
            isUpdate ? batches(some, UPDATES_AT_ONCE, rows => inside.run(of, updateManyStatement(of, key, rows, this.writer, options), options)) : [],
          ])
          return { added, changed }
        }),
      )
      return { added: written.flatMap(w => w.added), changed: written.flatMap(w => w.changed) }
    })
  }
  removeWhere(of: Entity, match: Plain | Sql, options: SetOptions): Promise<Plain[]> {
    return this.gate.tx(async db => {
      const gate = db as Gate
      const gone = await new Bulk(gate, this.writer).run(of, removeStatement(of, match, this.writer, options))
      const ids = gone.map(row => row.id as string)
      if (!ids.length) return gone
      for (const hook of gate.kernel.removalHooks) await hook(gate, of, ids)
      return gone
    })
  }
}
/** Groups drafts by which parts of the key are null: `=` matches no null, and `is not distinct from` uses no index. */
function byNulls(of: Entity, key: readonly string[], drafts: readonly Plain[]): Array<{ hasNull: boolean; some: Plain[] }> {
  const groups = new Map<string, { hasNull: boolean; some: Plain[] }>()
  for (const draft of drafts) {
    const nulls = key.filter(name => (draft[name] ?? null) === null)
    const unnamed = nulls.find(name => !(name in draft))
    if (unnamed) throw new Error(`an upsert of ${of.name} must name ${unnamed}, a part of its key`)
    const group = groups.get(nulls.join()) ?? { hasNull: nulls.length > 0, some: [] }
    group.some.push(draft)
    groups.set(nulls.join(), group)
  }
  return [...groups.values()]
}
async function batches(rows: readonly Plain[], size: number, write: (some: readonly Plain[]) => Promise<Plain[]>): Promise<Plain[]> {
  const written: Plain[] = []
  for (let from = 0; from < rows.length; from += size) for (const row of await write(rows.slice(from, from + size))) written.push(row)
  return written
}
