import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { testRegistry } from './database.ts'
import { HISTORY_BY_HAND, KERNEL_REASONED, KERNEL_TABLES, REASONED } from './sql-write-exceptions.ts'
import { serverFiles, tablesOf, writesIn } from './sql-writes.ts'

const registry = await testRegistry()
const entityOf = new Map([...registry.entities.values()].map(e => [e.table, e]))
const madeBy = tablesOf()
/** The import's temporary table, private to its session. */
const STAGED = '<rows>'
type Verdict = 'history' | 'foreign' | 'entity'

/** Why a file may not write a table directly; undefined if it may. */
function verdictOn(file: string, table: string): Verdict | undefined {
  const [top, code] = file.split('/') as [string, string]
  if (table === 'operation_log') return file.startsWith('kernel/server/data/') ? undefined : 'history'
  if (top === 'kernel') {
    if (madeBy.has(table) && madeBy.get(table) !== 'kernel') return 'foreign'
    return entityOf.has(table) ? 'entity' : undefined
  }
  if (table === STAGED) return undefined
  const entity = entityOf.get(table)
  const owner = entity?.module ?? madeBy.get(table)
  if (entity && owner === code) return 'entity'
  if (owner === code || KERNEL_TABLES[table] === code) return undefined
  if (table.startsWith('<')) return 'entity'
  return madeBy.has(table) ? 'foreign' : undefined
}
const written = [...serverFiles('kernel'), ...serverFiles('modules')].flatMap(file => writesIn(file, readFileSync(join(ROOT, file), 'utf8')))
const found = written.flatMap(write => {
  const verdict = verdictOn(write.file, write.table)
  return verdict && !(verdict === 'history' && write.file in HISTORY_BY_HAND) ? [{ ...write, verdict }] : []
})
const told = ({ file, line, verb, table, verdict }: (typeof found)[number]): string => `${file}:${line} ${verb} ${table} (${verdict})`
/** By its file, and in the kernel by its folder. */
const isReasoned = ({ file, table, verdict }: (typeof found)[number]): boolean =>
  table in (REASONED[file] ?? {}) || (verdict === 'entity' && table in (KERNEL_REASONED[dirname(file)] ?? {}))

describe('SQL that writes', () => {
  it('is found in strings and templates, nested ones and computed names too', () => {
    const source = `
      const a = sql\`update student set x = \${y} from \${cond ? sql\`(delete from stu_class returning *)\` : z}\`
      const b = 'insert into "operation_log" values'
      const c = sql\`with x as (merge into bed b using y on true) select 1 from q for update of q\`
      const d = sql\`update \${raw(of.table)} set a = 1\`
      const e = \`please update student records\`
      const f = sql\`insert into x values (1) on conflict (a) do update set b = 1\`
      // delete from comment_table
      type T = 'update'`
    expect(writesIn('f', source).map(({ verb, table, line }) => [verb, table, line])).toEqual([
      ['update', 'student', 2],
      ['delete', 'stu_class', 2],
      ['insert', 'operation_log', 3],
      ['merge', 'bed', 4],
      ['update', '<raw(of.table)>', 5],
      ['insert', 'x', 7],
    ])
    expect([
      verdictOn('modules/desk/server/a.ts', 'sys_user'),
      verdictOn('modules/desk/server/a.ts', 'operation_log'),
      verdictOn('modules/system/server/a.ts', 'sys_user'),
      verdictOn('modules/system/server/a.ts', 'auth_challenge'),
      verdictOn('kernel/server/a.ts', 'student'),
      verdictOn('kernel/server/a.ts', 'sys_user'),
      verdictOn('kernel/server/a.ts', 'user_session'),
    ]).toEqual(['foreign', 'history', 'entity', 'foreign', 'foreign', 'entity', undefined])
  })
  it('never writes a table of another module, nor the history, nor past the gate but for reasoned exceptions', () => {
    expect(found.filter(w => !isReasoned(w)).map(told)).toEqual([])
  })
  it('has a reason for each exception that is still needed', () => {
    const needed = new Set(found.flatMap(({ file, table }) => [`${file} ${table}`, `${dirname(file)} ${table}`]))
    const listed = Object.entries({ ...REASONED, ...KERNEL_REASONED }).flatMap(([file, tables]) => Object.entries(tables).map(([table, why]) => ({ at: `${file} ${table}`, why })))
    expect(listed.filter(({ at, why }) => !needed.has(at) || why.length < 20).map(({ at }) => at)).toEqual([])
    const byHand = new Set(written.filter(w => w.table === 'operation_log').map(w => w.file))
    expect(Object.keys(HISTORY_BY_HAND).filter(file => !byHand.has(file) || !file.startsWith('kernel/'))).toEqual([])
  })
})
