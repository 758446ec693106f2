import { matchesGlob } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { freshDatabase, testRegistry } from '../database.ts'
import { differences } from './compare.ts'
import { Composer } from './composer.ts'
import { Schema } from './describe.ts'
import { Source, type SqlCall } from './source.ts'

/** Share of statements whose text depends on what the program finds while it runs: the entity of a call, the kind of a task, a query that people put together. */
const COMPOSED_WHILE_RUNNING = 1 / 12
/** Columns that may be null by their table and are declared otherwise: that another column's value excludes it, as a state does, is not found by reading. May only fall. */
const GUARDED_OTHERWISE = 50
/** Temporary tables, which are made by the statement before. */
const TEMPORARY = /\b(import_stage|import_copy|from asked)\b/
/** Sends several commands at once, which cannot be prepared. */
const SCRIPTS = ['kernel/server/operate/{tables,restore}.ts']

let source: Source
let schema: Schema
let drop: () => Promise<void>
let composer: Composer
beforeAll(async () => {
  const registry = await testRegistry()
  const database = await freshDatabase()
  drop = database.drop
  schema = await Schema.open(database.url)
  source = new Source(ROOT)
  composer = new Composer(source, name => registry.entities.get(name)?.table)
})
afterAll(async () => {
  source?.close()
  await schema?.close()
  await drop?.()
})

/** What is wrong with a statement, and with its rows. */
async function problemsOf({ at, statement, row }: SqlCall): Promise<string[]> {
  const { texts, failed } = composer.texts(statement)
  if (!texts.length) return [`${at} cannot be followed: ${failed}`]
  const problems = new Set<string>()
  for (const text of texts) {
    if (TEMPORARY.test(text)) continue
    const described = await schema.describe(text)
    const found = 'error' in described ? [described.error] : row ? differences(source, row, described.columns, text) : []
    for (const problem of found) problems.add(`${at} ${problem}`)
  }
  return [...problems]
}
const isOneOf = (globs: readonly string[], at: string): boolean => globs.some(glob => matchesGlob(at.replace(/:\d+$/, ''), glob))

describe('hand-written SQL', () => {
  it('is followed through fragments, functions and their callers, and compared with its rows', async () => {
    const [file] = source.files(path => path === 'kernel/testing/sql-types/sample.ts')
    if (!file) throw new Error('no sample')
    const problems: string[] = []
    for (const call of source.calls(file)) problems.push(...(await problemsOf(call)))
    expect(problems.map(problem => problem.replace(/^\S+ /, ''))).toEqual([
      'column r.heading does not exist',
      'declares title, which is not returned',
      'returns name, which is not declared',
      'declares at: Date, which is string',
      'declares id: number, which is string',
      'relation "rolle" does not exist',
      'declares scope: string, which may be null: its column may be null',
      'declares title: string, which may be null: its table is joined by an outer join',
      'declares last: number, which may be null: it is an aggregate, which may be of no rows',
    ])
  })
  it('is prepared by the migrated schema and returns the columns that its rows declare', { timeout: 400_000 }, async () => {
    const files = source.files(
      path => /^(kernel|modules\/[^/]+(\/[^/]+)?)\/server\//.test(path) && !/^kernel\/server\/data\/|\.test\.ts$|\/(testing|fixture)\.ts$|\/fixture\//.test(path),
    )
    const calls = files.flatMap(file => source.calls(file))
    const problems: string[] = []
    for (const call of calls) problems.push(...(await problemsOf(call)))
    const isFollowed = (problem: string): boolean => !problem.includes(' cannot be followed: ')
    const isScript = (problem: string): boolean => problem.includes('cannot insert multiple commands') && isOneOf(SCRIPTS, problem.split(' ')[0] as string)
    const isNull = (problem: string): boolean => problem.includes(', which may be null: its column')
    expect(problems.filter(problem => isFollowed(problem) && !isScript(problem) && !isNull(problem))).toEqual([])
    expect(problems.filter(isNull).length, problems.filter(isNull).join('\n')).toBeLessThanOrEqual(GUARDED_OTHERWISE)
    expect(calls.length).toBeGreaterThan(1200)
    expect(problems.filter(problem => !isFollowed(problem)).length / calls.length).toBeLessThan(COMPOSED_WHILE_RUNNING)
  })
})
