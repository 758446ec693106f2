import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseAt, sql } from '#testing/database.ts'
import { hasDebian, NEEDS_DEBIAN, startDebian } from '#testing/debian.ts'
import { openSchool, type School } from '#testing/school.ts'
import { backup } from './backup.ts'
import { checkDatabase, checkMachine } from './doctor.ts'
import { MANIFEST, type Manifest, readManifest } from './manifest.ts'
import { restore } from './restore.ts'
import { connected } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-operate-'))
const dataDir = join(folder, 'data')
const object = join(dataDir, 'files/objects/10/abc')
const say = (): void => {}
let school: School
let url: string
let made: string
let manifest: Manifest
/** A new empty database on the test server. */
async function empty(): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = databaseAt(inject('databaseUrl'), 'postgres')
  const name = `t_${randomBytes(6).toString('hex')}`
  await sql(admin, `create database ${name} template template0`)
  return { url: databaseAt(admin, name), drop: async () => void (await sql(admin, `drop database ${name} with (force)`)) }
}
beforeAll(async () => {
  school = await openSchool()
  const officer = await school.as({ roles: ['admin'], nickName: "O'Brien “张三”\t\\N\n第二行" })
  await officer.post('base/department/add', { code: '01', name: '信息学院', deptType: '1', isEnabled: true })
  url = school.server.core.url
  mkdirSync(join(dataDir, 'files/objects/10'), { recursive: true })
  writeFileSync(object, 'the content')
  writeFileSync(join(dataDir, 'secret'), randomBytes(32).toString('base64'))
  made = await backup({ url, dataDir, into: join(folder, 'backups'), say })
  manifest = readManifest(made)
})
afterAll(async () => {
  await school?.close()
  rmSync(folder, { recursive: true, force: true })
})
/** Copy of the backup with one file changed; with `seemsWhole` the manifest is adjusted to match. */
function changed(path: string, change: (text: string) => string, { seemsWhole = false } = {}): string {
  const copy = mkdtempSync(join(folder, 'changed-'))
  cpSync(made, copy, { recursive: true })
  const content = gzipSync(change(gunzipSync(readFileSync(join(made, path))).toString()))
  writeFileSync(join(copy, path), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (seemsWhole) writeFileSync(join(copy, MANIFEST), JSON.stringify({ ...manifest, tables: manifest.tables.map(t => (t.path === path ? { ...t, sha256 } : t)) }))
  return copy
}
const rowsIn = async (at: string, table: string): Promise<number> => (await sql<{ n: number }>(at, `select count(*)::int as n from ${table}`))[0]?.n ?? 0

describe('a backup', () => {
  it('holds every table and file, and comes back into an empty place as it was', async () => {
    expect(manifest.tables.find(t => t.name === 'department')).toMatchObject({ rows: 1 })
    expect(manifest.files.map(f => f.path).sort()).toEqual(['data/files/objects/10/abc', 'data/secret'])
    const target = await empty()
    const place = join(folder, 'elsewhere')
    mkdirSync(place)
    await restore({ from: made, url: target.url, dataDir: place, say })
    expect(readFileSync(join(place, 'files/objects/10/abc'), 'utf8')).toBe('the content')
    expect(readFileSync(join(place, 'secret'), 'utf8')).toBe(readFileSync(join(dataDir, 'secret'), 'utf8'))
    const names = 'select nick_name from sys_user order by id'
    expect(await sql(target.url, names)).toEqual(await sql(url, names))
    // row security is enabled again
    const open = "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity"
    expect(await sql(target.url, open)).toEqual(await sql(url, open))
    const links = "select count(*)::int as n from pg_constraint where contype = 'f'"
    expect(await sql(target.url, links)).toEqual(await sql(url, links))
    expect(await sql(target.url, "select 1 from pg_trigger where tgenabled = 'D'")).toEqual([])
    await expect(restore({ from: made, url: target.url, dataDir: undefined, say })).rejects.toThrow(/already holds 1 schools/)
    await target.drop()
  })
  it('that is cut off, changed or of a later program is refused before anything is written', async () => {
    const target = await empty()
    const into = (from: string) => restore({ from, url: target.url, dataDir: undefined, say })
    await expect(into(join(folder, 'backups'))).rejects.toThrow(/no whole backup/)
    await expect(into(changed('tables/role.gz', text => text.replace('officer', 'admin')))).rejects.toThrow(/was changed: tables\/role.gz/)
    const later = changed('tables/role.gz', text => text)
    writeFileSync(join(later, MANIFEST), JSON.stringify({ ...manifest, tables: [], files: [], migrations: [...manifest.migrations, { name: 'kernel/999-later.sql', hash: 'x' }] }))
    await expect(into(later)).rejects.toThrow(/does not know the migration kernel\/999-later.sql/)
    expect(await sql(target.url, "select 1 from pg_class where relname = 'tenant'")).toEqual([])
    await target.drop()
  })
  it('whose rows are not the ones it counted leaves nothing behind', async () => {
    const target = await empty()
    const place = mkdtempSync(join(folder, 'place-'))
    const from = changed('tables/role.gz', text => text.replace(/学工处?/, '财务甲'), { seemsWhole: true })
    await expect(restore({ from, url: target.url, dataDir: place, say })).rejects.toThrow(/role has other values in its \d+ rows/)
    expect(await rowsIn(target.url, 'tenant')).toBe(0)
    expect(readdirSync(place)).toEqual([])
    await target.drop()
  })
  it('is refused to a user who would see one school only', async () => {
    await sql(url, "create role backup_blind login password 'blind'")
    const blind = Object.assign(new URL(url), { username: 'backup_blind', password: 'blind' }).href
    await sql(url, 'grant select on all tables in schema public to backup_blind; grant select on all sequences in schema public to backup_blind')
    await expect(backup({ url: blind, dataDir: undefined, into: join(folder, 'blind'), say })).rejects.toThrow(/BYPASSRLS/)
    expect(readdirSync(join(folder, 'blind'))).toEqual([])
    await sql(url, 'drop owned by backup_blind; drop role backup_blind')
  })
  it.runIf(hasDebian)(`is refused by a server that cannot hold the locks, before anything is written ${hasDebian ? '' : NEEDS_DEBIAN}`, async () => {
    const other = await startDebian({ locks: 64 })
    try {
      await expect(restore({ from: made, url: other.url, dataDir: undefined, say })).rejects.toThrow(/max_locks_per_transaction is 64, a restore needs 256/)
      expect(await sql(other.url, "select 1 from pg_class where relname = 'tenant'")).toEqual([])
    } finally {
      other.stop()
    }
  })
  it.runIf(hasDebian)(
    `moves into a PostgreSQL 15 of somebody else’s, and back ${hasDebian ? '' : NEEDS_DEBIAN}`,
    async () => {
      const other = await startDebian()
      try {
        await restore({ from: made, url: other.url, dataDir: undefined, say })
        const again = await backup({ url: other.url, dataDir: undefined, into: join(folder, 'other'), say })
        const sums = ({ tables }: Manifest) => tables.map(t => [t.name, t.rows, t.sum])
        expect(sums(readManifest(again))).toEqual(sums(manifest))
      } finally {
        other.stop()
      }
    },
    120_000,
  )
})
describe('the doctor', () => {
  it('finds a healthy installation healthy, and says what to mend where it is not', async () => {
    const states = async (at: string, dir: string) => new Map((await connected(at, client => checkDatabase(client, { dataDir: dir }))).map(f => [f.about, f.state]))
    expect([...(await states(url, dataDir)).values()]).not.toContain('fail')
    await sql(
      url,
      `insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id) select tenant_id, 'a.txt', 'txt', 11, 'x', 'local', '10/abc', 'text/plain', id from sys_user limit 1`,
    )
    expect((await states(url, dataDir)).get('Files')).toBe('ok')
    rmSync(object)
    const [files] = (await connected(url, client => checkDatabase(client, { dataDir }))).filter(f => f.about === 'Files')
    expect(files).toMatchObject({ state: 'fail', says: expect.stringContaining('10/abc'), mend: expect.stringContaining('backup') })
    await sql(url, "insert into migration (name, hash) values ('kernel/999-later.sql', 'x')")
    expect((await states(url, dataDir)).get('Schema')).toBe('fail')
    const fresh = await empty()
    expect((await states(fresh.url, dataDir)).get('Schema')).toBe('fail')
    await fresh.drop()
    const machine = await checkMachine({ dataDir: join(folder, 'nowhere') }, join(folder, 'backups'))
    expect(machine.filter(f => f.state === 'fail').map(f => f.about)).toEqual(['Data folder'])
    expect(machine.find(f => f.about === 'Backup')).toMatchObject({ state: 'ok' })
  })
})
