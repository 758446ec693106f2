import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { testRegistry } from './database.ts'
import { readsIn, type SqlRead } from './sql-reads.ts'
import { serverFiles, tablesOf } from './sql-writes.ts'

const registry = await testRegistry()
const madeBy = tablesOf()
const needs = new Map(registry.modules.map(m => [m.code, m.needs]))

/** Kernel tables may be read by all modules; a module's tables only by itself and modules that depend on it. The kernel reads no module's tables. */
function isForeign({ file, table }: Pick<SqlRead, 'file' | 'table'>): boolean {
  const [top, code] = file.split('/') as [string, string]
  const owner = madeBy.get(table)
  if (owner === undefined || owner === 'kernel') return false
  return top === 'kernel' || (owner !== code && !needs.get(code)?.includes(owner))
}
const found = [...serverFiles('kernel'), ...serverFiles('modules')]
  .filter(file => !file.startsWith('kernel/testing/'))
  .flatMap(file => readsIn(file, readFileSync(join(ROOT, file), 'utf8'), table => madeBy.has(table)))
  .filter(isForeign)

describe('SQL that reads', () => {
  it('is found after the words and the commas that join, in nested templates too', () => {
    const source = `
      const a = sql\`select s.name, term as "of" from student s \${cond ? sql\`join stu_class c on true\` : z}, department d where exists (select from lesson)\`
      const b = sql\`delete from x using building b where extract(epoch from now()) > 1\`
      const c = sql\`x(id uuid, person uuid, venue text) order by 1, canton desc\`
      const d = 'Messages come from campus'
      // from teacher`
    const tables = new Set(['student', 'stu_class', 'department', 'lesson', 'building', 'term', 'person', 'venue', 'canton', 'teacher'])
    expect(readsIn('f', source, name => tables.has(name)).map(({ table, line }) => [table, line])).toEqual([
      ['student', 2],
      ['department', 2],
      ['lesson', 2],
      ['stu_class', 2],
      ['building', 3],
    ])
    expect([
      isForeign({ file: 'modules/campus/server/a.ts', table: 'dorm_stay' }),
      isForeign({ file: 'modules/dormitory/server/a.ts', table: 'student' }),
      isForeign({ file: 'modules/campus/server/a.ts', table: 'sys_user' }),
      isForeign({ file: 'kernel/server/a.ts', table: 'student' }),
    ]).toEqual([true, false, false, true])
  })
  it('reads tables of the kernel, of the module itself and of those it needs', () => {
    expect(found.map(({ file, line, table }) => `${file}:${line} ${table} (${madeBy.get(table)})`)).toEqual([])
  })
  it('asks the view or account_is_active who can act, not the stored state alone: an account past its last day is enabled until the night', () => {
    const OWN = /^(modules\/(system|identity)|kernel\/server\/identity)\//
    const asking = [...serverFiles('kernel'), ...serverFiles('modules')].filter(f => !OWN.test(f) && /\bstatus = 'enabled'/.test(readFileSync(join(ROOT, f), 'utf8')))
    expect(asking).toEqual([])
  })
  it('finds accounts that can act by the view: the function says it of accounts that are found otherwise', () => {
    const OWN = /^modules\/(system|identity)\//
    const asking = serverFiles('modules').filter(f => !OWN.test(f) && /\baccount_is_active\([^)]*\)(?! as )/.test(readFileSync(join(ROOT, f), 'utf8')))
    expect(asking).toEqual([])
  })
})
