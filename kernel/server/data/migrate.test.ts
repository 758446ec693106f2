import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entity, integer } from '#model'
import { type DatabaseCopy, freshDatabase, sql, testRegistry } from '#testing/database.ts'
import type { Registry } from '../registry/registry.ts'
import { contracts, editionOf, migrate, migrationsOf } from './migrate.ts'
import { notifier } from './notify.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-migrate-'))
let database: DatabaseCopy
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})
/** The product with one more module, which has these migrations. */
async function programWith(code: string, migrations: Readonly<Record<string, string>>): Promise<Registry> {
  const registry = await testRegistry()
  const home = join(folder, code, 'migrations')
  for (const [file, text] of Object.entries(migrations)) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  return { ...registry, modules: [...registry.modules, { ...registry.modules[0], code } as Registry['modules'][number]], folders: [...registry.folders, join(folder, code)] }
}
/** A connection that holds a lock on a table. */
async function holding(table: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`begin; lock table ${table} in access share mode`)
  return client
}
const columnsOf = async (table: string): Promise<string[]> =>
  (await sql<{ name: string }>(database.url, 'select column_name as name from information_schema.columns where table_name = $1', [table])).map(r => r.name)

it('a change of a table in use gives way to those behind it, and comes once the table is free', async () => {
  const program = await programWith('waits', { '001-later.sql': 'alter table notice add column waits text' })
  const holder = await holding('notice')
  let isDone = false
  const migrating = migrate(database.url, program).then(done => {
    isDone = true
    return done
  })
  const waits = "select 1 from pg_stat_activity where application_name = 'qinglan-migrate' and datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(() => sql(database.url, waits).then(rows => rows.length)).toBe(1)
  // queued behind the migration's lock request, and served while the holder still has the table
  expect(await sql(database.url, 'select count(*)::int as n from notice')).toEqual([{ n: 0 }])
  expect(isDone).toBe(false)
  await holder.query('commit')
  await holder.end()
  expect(await migrating).toEqual({ applied: ['waits/001-later.sql'], postponed: [] })
  expect(await columnsOf('notice')).toContain('waits')
})
describe('migrations of a module with parts', () => {
  const inPart = (part: string, file: string): string => `../${part}/migrations/${file}`
  const parts = { '../attic/part.ts': '', '../cellar/part.ts': '' }
  it('are numbered together and named by the module alone: a file may move from part to part', async () => {
    const ran = { [inPart('cellar', '001-first.sql')]: 'select 1', [inPart('attic', '002-second.sql')]: 'select 2', '003-third.sql': 'select 3' }
    const before = migrationsOf(await programWith('manor', { ...parts, ...ran })).filter(m => m.name.startsWith('manor/'))
    expect(before.map(m => m.name)).toEqual(['manor/001-first.sql', 'manor/002-second.sql', 'manor/003-third.sql'])
    rmSync(join(folder, 'manor'), { recursive: true })
    const after = migrationsOf(await programWith('manor', { '001-first.sql': 'select 1', '002-second.sql': 'select 2', '003-third.sql': 'select 3' }))
    expect(after.filter(m => m.name.startsWith('manor/'))).toEqual(before)
  })
  it('have each name once', async () => {
    const twice = await programWith('mansion', { ...parts, [inPart('attic', '001-first.sql')]: 'select 1', [inPart('cellar', '001-first.sql')]: 'select 2' })
    expect(() => migrationsOf(twice)).toThrow('module mansion has two migrations 001-first.sql')
  })
})
it('what takes something away waits until the last process of another program has gone; what adds something does not', async () => {
  const before = await testRegistry()
  const after = await programWith('takes', { '001-adds.sql': 'alter table notice add column added text', '002-takes.contract.sql': 'alter table notice drop column added' })
  const [old, own] = [before, after].map(program => notifier(database.url, { edition: editionOf(program) }))
  await old?.notify('nothing', '')
  await own?.notify('nothing', '')
  expect(await migrate(database.url, after)).toEqual({ applied: ['takes/001-adds.sql'], postponed: ['takes/002-takes.contract.sql'] })
  expect(await columnsOf('notice')).toContain('added')
  await old?.close()
  await expect.poll(() => migrate(database.url, after)).toEqual({ applied: ['takes/002-takes.contract.sql'], postponed: [] })
  expect(await columnsOf('notice')).not.toContain('added')
  await own?.close()
})
it('a table whose migration was the last thing before the machine went down is kept apart by the next start', async () => {
  await sql(database.url, 'create table left_open (tenant_id uuid not null, id uuid not null)')
  expect(await migrate(database.url, await testRegistry())).toEqual({ applied: [], postponed: [] })
  const guards =
    "select relrowsecurity and relforcerowsecurity as is_kept, has_table_privilege('qinglan_app', oid, 'insert') as is_granted from pg_class where relname = 'left_open'"
  expect(await sql(database.url, guards)).toEqual([{ is_kept: true, is_granted: true }])
})
it('a view reads with the rights of whoever asks: one that its migration left with those of its owner is put right', async () => {
  await sql(database.url, 'create view careless as select tenant_id, id from sys_user')
  await migrate(database.url, await testRegistry())
  const guards = "select reloptions as options, has_table_privilege('qinglan_app', oid, 'select') as is_granted from pg_class where relname = 'careless'"
  expect(await sql(database.url, guards)).toEqual([{ options: ['security_invoker=true'], is_granted: true }])
})
it('of an insert-only table the application may update the columns that are computed anew, and no others', async () => {
  const counted = entity(
    'zzcounts.zzCounted',
    '计数',
    { earned: integer('得到', { readonly: true }), countedHours: integer('计入', { readonly: true }) },
    { title: 'earned', scope: {}, appendOnly: true, recomputed: ['countedHours'], verbs: ['list'] },
  )
  const program = await programWith('zzcounts', { '001-counted.sql': 'create table zz_counted (tenant_id uuid not null, id uuid not null, earned int, counted_hours int)' })
  const modules = program.modules.map(m => (m.code === 'zzcounts' ? { ...m, entities: [counted] } : m))
  const rights = `select has_table_privilege('qinglan_app', 'zz_counted', 'update') as whole, has_table_privilege('qinglan_app', 'zz_counted', 'delete') as removal,
    has_column_privilege('qinglan_app', 'zz_counted', 'earned', 'update') as earned, has_column_privilege('qinglan_app', 'zz_counted', 'counted_hours', 'update') as counted`
  for (const start of [1, 2]) {
    await migrate(database.url, { ...program, modules })
    expect([start, ...(await sql(database.url, rights))]).toEqual([start, { whole: false, removal: false, earned: false, counted: true }])
  }
})
it('a start that finds everything as it should be touches nothing: a catalogue that changes has every process plan anew', async () => {
  await migrate(database.url, await testRegistry())
  const versions =
    "select string_agg(oid || ' ' || xmin, ',' order by oid) as all from (select oid, xmin from pg_class union all select oid, xmin from pg_proc union all select oid, xmin from pg_namespace) c"
  const before = await sql(database.url, versions)
  await migrate(database.url, await testRegistry())
  expect(await sql(database.url, versions)).toEqual(before)
})
describe('a migration that an earlier program stands', () => {
  /** Changes that break an earlier version: something it uses is removed, or is newly required of its writes. */
  const BREAKS = [
    /\bdrop (table|column|view|function|type)\b/i,
    /\brename\b/i,
    /\bset not null\b/i,
    /\balter column \S+ (set data )?type\b/i,
    /\badd column\b(?!.*\b(default|generated)\b).*\bnot null\b/is,
  ]
  const breaks = (text: string): boolean =>
    text
      .replace(/--.*$|'[^']*'/gm, '')
      .split(/[,;]/)
      .some(part => BREAKS.some(pattern => pattern.test(part)))
  /** Older than the first version in use at schools. */
  const BEFORE_THE_FIRST = ['kernel/031-print-design.sql', 'kernel/060-jobs.sql', 'file/001-documents.sql', 'dormitory/015-planned-moves.sql']
  it('only adds; what takes something away says so in its name', async () => {
    const silent = migrationsOf(await testRegistry()).filter(m => breaks(m.text) && !contracts(m.name))
    expect(silent.map(m => m.name).filter(name => !BEFORE_THE_FIRST.includes(name))).toEqual([])
  })
  it.each([
    ['drop table a', true],
    ['alter table a drop column b', true],
    ['alter table a rename b to c', true],
    ['alter table a alter column b set not null', true],
    ['alter table a alter column b type bigint', true],
    ['alter table a add column b text not null', true],
    ["alter table a add column b text not null default ''", false],
    ["alter table a add column b text default '' not null", false],
    ['alter table a add column b text, add column c int', false],
    ['create table a (b text not null)', false],
    ["create table a (b text check (b in ('head', 'rename')))", false],
    ['alter table a drop constraint b, add constraint b check (c in (1, 2))', false],
  ])('%s: %s', (text, does) => expect(breaks(text)).toBe(does))
  it('knows the files it excuses', async () => {
    const known = migrationsOf(await testRegistry())
    expect(BEFORE_THE_FIRST.filter(name => !known.some(m => m.name === name && breaks(m.text)))).toEqual([])
  })
})
