import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql, testRegistry } from '#testing/database.ts'
import { migrate } from '../data/migrate.ts'
import { ROOT } from '../registry/registry.ts'
import { type Database, startEmbedded } from '../start/embedded.ts'
import { archiveSettings, logFolder, NO_ARCHIVE } from '../start/log-archive.ts'
import { backup } from './backup.ts'
import { checkLog } from './doctor-log.ts'
import { basesOn, clearLog } from './log.ts'
import { MANIFEST } from './manifest.ts'
import { momentOf } from './point-in-time-recovery.ts'
import { connected } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-moment-'))
chmodSync(folder, 0o755)
const [dataDir, backups, archive] = ['data', 'backups', 'archive'].map(name => join(folder, name)) as [string, string, string]
const OBJECT = 'files/objects/10/abc'
const LONG = 240_000
let embedded: Database | undefined
let url: string
let log: string
const name = async (): Promise<string | undefined> => (await sql<{ name: string }>(url, 'select school_name as name from tenant'))[0]?.name
const start = async (at: string, walArchive?: string): Promise<void> => {
  embedded = await startEmbedded(at, { durable: false, walArchive })
  url = embedded.url
}
const stop = async (): Promise<void> => {
  await embedded?.stop()
  embedded = undefined
}
/** Runs the CLI, like `npm run restore -- …`. */
function restored(at: string, ...given: string[]): { status: number | null; said: string; wrong: string } {
  const env = { ...process.env, DATA_DIR: at, DATABASE_URL: '', WAL_ARCHIVE: '', QINGLAN_SECRET: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/restore.ts', ...given], { cwd: ROOT, env, encoding: 'utf8' })
  return { status, said: stdout, wrong: stderr }
}
beforeAll(async () => {
  await start(dataDir, archive)
  await migrate(url, await testRegistry())
  await sql(url, "insert into tenant (code, school_name) values ('100001', 'as backed up')")
  mkdirSync(dirname(join(dataDir, OBJECT)), { recursive: true })
  writeFileSync(join(dataDir, OBJECT), 'the content')
  writeFileSync(join(dataDir, 'secret'), 'c2VjcmV0')
  log = logFolder(dataDir) as string
}, LONG)
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})
const looked = () => connected(url, client => checkLog(client, dataDir))

it('a log that does not come to its archive is found by the doctor, and comes once it can', { timeout: LONG }, async () => {
  expect(await looked()).toMatchObject({ state: 'warn', mend: 'npm run backup' })
  chmodSync(log, 0o500)
  const written = () => sql(url, 'create table if not exists scribble (at timestamptz); insert into scribble values (now()); select pg_switch_wal()')
  await written()
  await expect.poll(looked).toMatchObject({ state: 'fail', says: expect.stringMatching(/files wait/) })
  chmodSync(log, 0o755)
  await written()
  await expect.poll(looked, { timeout: 120_000, interval: 500 }).toMatchObject({ state: 'warn', mend: 'npm run backup' })
  await expect.poll(() => readdirSync(log).filter(file => file.endsWith('.part'))).toEqual([])
})
it('what was written between two backups comes back as it was at a moment, and what was done wrong afterwards does not', { timeout: LONG }, async () => {
  const made = await backup({ url, dataDir, log, into: backups, say: () => {} })
  expect((await basesOn(log)).map(base => base.folder)).toEqual([made])
  await sql(url, "update tenant set school_name = 'as it should be'")
  const [moment] = await sql<{ at: string }>(url, "select to_json(date_trunc('milliseconds', clock_timestamp()) + interval '1 ms') #>> '{}' as at")
  await sql(url, 'select pg_switch_wal(), pg_sleep(0.01)')
  await sql(url, "update tenant set school_name = 'wrong'")
  // a file uploaded after the backup is lost with the disk
  await sql(
    url,
    "insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id) select id, 'a.txt', 'txt', 1, 'x', 'local', '10/later', 'text/plain', id from tenant",
  )
  await stop()
  rmSync(dataDir, { recursive: true })

  const until = new Date(moment?.at ?? '').toISOString()
  expect(restored(dataDir, backups, '--until', until)).toMatchObject({
    status: 0,
    wrong: '',
    said: expect.stringMatching(/The database is as of .*\+08:00; the last that was written is of/),
  })
  await start(dataDir)
  expect(await name()).toBe('as it should be')
  expect([OBJECT, 'secret'].map(file => readFileSync(join(dataDir, file), 'utf8'))).toEqual(['the content', 'c2VjcmV0'])
  expect(logFolder(dataDir)).toBeUndefined()
  await sql(url, "update tenant set school_name = 'goes on'")
  await stop()
  expect(restored(dataDir, backups, '--until', 'latest')).toMatchObject({ status: 1, wrong: expect.stringMatching(/already holds a database/) })

  // the target lies after the last WAL record: everything is recovered
  const other = join(folder, 'other')
  expect(restored(other, made, '--until', '2999-01-01 00:00')).toMatchObject({
    status: 0,
    said: expect.stringMatching(/as of the end of the log(.|\n)*Files: 1 of 1 are missing(.|\n)*copy its files\/objects over/),
  })
  await start(other)
  expect(await name()).toBe('wrong')
  await stop()

  const piece = readdirSync(log)
    .filter(file => /^[\dA-F]{24}\.gz$/.test(file))
    .at(-2)
  writeFileSync(join(log, piece ?? ''), 'x')
  const damaged = join(folder, 'damaged')
  expect(restored(damaged, made, '--until', 'latest')).toMatchObject({ status: 1, wrong: expect.stringMatching(/missing or damaged before/) })
  expect(readdirSync(damaged)).toEqual([])
})
it('a moment that no backup leads to, or a base that was changed, leaves nothing behind', async () => {
  const place = join(folder, 'nothing')
  expect(restored(place, backups, '--until', '2020-01-01 00:00')).toMatchObject({ status: 1, wrong: expect.stringMatching(/no backup in .* made before 2020-01-01 00:00:00/) })
  expect(restored(place, backups, '--until', 'yesterday')).toMatchObject({ status: 1, wrong: expect.stringMatching(/is no moment/) })
  const [made = ''] = readdirSync(backups)
  const part = join(backups, made, 'base/postgres/PG_VERSION.gz')
  const content = readFileSync(part)
  writeFileSync(part, 'x')
  expect(restored(place, backups, '--until', 'latest')).toMatchObject({ status: 1, wrong: expect.stringMatching(/was changed: base\/postgres\/PG_VERSION/) })
  writeFileSync(part, content)
  expect(existsSync(join(place, 'postgres/PG_VERSION'))).toBe(false)
})
it('the log that no kept backup needs goes, and no more', async () => {
  const at = join(folder, 'cleared')
  const [gone, kept] = ['gone', 'kept'].map(file => join(folder, 'elsewhere', file)) as [string, string]
  for (const made of [at, kept]) mkdirSync(made, { recursive: true })
  writeFileSync(join(kept, MANIFEST), '{}')
  const wal = (n: number): string => `00000001000000000000000${n}`
  const note = (made: string, first: string, noted: string): void => writeFileSync(join(at, `${basename(made)}.json`), JSON.stringify({ folder: made, first, at: noted }))
  for (let n = 1; n < 6; n++) writeFileSync(join(at, `${wal(n)}.gz`), '')
  note(gone, wal(2), new Date().toISOString())
  note(kept, wal(4), '2020-01-01T00:00:00Z')
  // the backup was moved elsewhere a moment ago
  expect(await clearLog(at)).toBe(1)
  note(gone, wal(2), '2020-01-01T00:00:00Z')
  expect(await clearLog(at)).toBe(2)
  expect(readdirSync(at).sort()).toEqual([`${wal(4)}.gz`, `${wal(5)}.gz`, 'kept.json'])
})
it('a start that does not name the archive goes on with it, one that says off ends it, and none makes a folder on a disk that is not mounted', () => {
  const at = join(folder, 'sticky')
  mkdirSync(at)
  const named = archiveSettings(at, archive, { user: undefined })
  expect(named.archive_command).toContain(logFolder(at))
  expect(archiveSettings(at, undefined, { user: undefined })).toEqual(named)
  rmSync(logFolder(at) as string, { recursive: true })
  expect(archiveSettings(at, archive, { user: undefined })).toEqual(named)
  expect(existsSync(logFolder(at) as string)).toBe(false)
  expect(archiveSettings(at, NO_ARCHIVE, { user: undefined })).toEqual({})
  expect(logFolder(at)).toBeUndefined()
})
it('moments are China’s unless they say otherwise', () => {
  expect(momentOf('2026-11-22 17:00')?.toISOString()).toBe('2026-11-22T09:00:00.000Z')
  expect(momentOf('2026-11-22T17:00:30.5Z')?.toISOString()).toBe('2026-11-22T17:00:30.500Z')
  expect(momentOf('latest')).toBeUndefined()
  for (const wrong of ['17:00', '2026-13-01 00:00', '']) expect(() => momentOf(wrong)).toThrow(/is no moment/)
})
