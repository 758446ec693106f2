import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DatabaseCopy, freshDatabase, sql } from '#testing/database.ts'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School, testSecret } from '#testing/school.ts'
import { applyOffset } from '../base/time-sync.ts'
import { backup } from './backup.ts'
import { checkStores } from './doctor-stores.ts'
import { readManifest } from './manifest.ts'
import { restore } from './restore.ts'
import { connected } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-stores-'))
const say = (): void => {}
const NAMES = ['campus-files', 'second-files']
let store: S3rver
let address: string
let school: School
let url: string
let dataDir: string
let made: string
let target: DatabaseCopy
/** Objects in a bucket of the test store. */
const held = (bucket: string): string[] => readdirSync(join(folder, 'store', bucket), { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('_object'))
const first = (bucket: string): string => join(folder, 'store', bucket, held(bucket)[0] ?? '')
/** The store deletes folders that become empty, so recreate them. */
const written = (path: string, content: Buffer): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
const secret = testSecret
const backedUp = () => backup({ url, dataDir, secret, into: mkdtempSync(join(folder, 'backups-')), say })
/** Restores into the empty database with a new data folder; returns the folder. */
async function restored(filesTo?: string): Promise<string> {
  const place = mkdtempSync(join(folder, 'place-'))
  await restore({ from: made, url: target.url, dataDir: place, secret, filesTo, say })
  return place
}
const places = () => sql<{ at: string; key: string }>(target.url, 'select bucket_name as at, object_key as key from attachment order by name')

beforeAll(async () => {
  mkdirSync(join(folder, 'store'))
  store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 'store'), configureBuckets: NAMES.map(name => ({ name, configs: [] })) })
  address = `http://127.0.0.1:${(await store.run()).port}`
  for (const [name, value] of Object.entries({ BUCKET: 'second-files', KEY: 'S3RVER', SECRET: 'S3RVER', ENDPOINT: address })) vi.stubEnv(`FILES_S3_${name}`, value)
  school = await openSchool()
  url = school.server.core.url
  dataDir = school.server.core.dataDir
  const admin = await school.as({ roles: ['admin'] })
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  const own = { name: 'campus-files', vendor: 'minio', endpoint: address, region: 'us-east-1', accessKey: 'S3RVER', secret: 'S3RVER' }
  const { id } = (await admin.post<{ id: string }>('oss/bucket/add', own)).data
  await admin.post('oss/bucket/makeDefault', { id })
  const other = await (await school.another()).as({ roles: ['admin'] })
  const put = (who: Actor, name: string) => upload<{ bucketName: string }>(who, 'oss/oss/endpoint/put-file', Buffer.from(`%PDF-1.7\n${name}`), name)
  expect((await put(other, '1.pdf')).data.bucketName).toBe('second-files')
  expect((await put(admin, '2.pdf')).data.bucketName).toBe('campus-files')
  made = await backedUp()
})
beforeEach(async () => {
  target = await freshDatabase()
  return () => target.drop()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await school?.close()
  await store?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('takes the files of the installation’s store and of a school’s own, each as it came in', async () => {
  const { stored = [], lost } = readManifest(made)
  expect(stored.map(f => f.bucketName).sort()).toEqual(NAMES)
  expect(lost).toEqual([])
  expect(stored.map(f => readFileSync(join(made, f.path), 'utf8')).sort()).toEqual(['%PDF-1.7\n1.pdf', '%PDF-1.7\n2.pdf'])
})
it('brings them back into the stores they lay in, and leaves alone what is still there', async () => {
  const lost = first('campus-files')
  const kept = first('second-files')
  const [content, before] = [readFileSync(lost), readFileSync(kept)]
  rmSync(lost)
  await restored()
  expect(readFileSync(lost)).toEqual(content)
  expect(readFileSync(kept)).toEqual(before)
  expect((await places()).map(p => p.at)).toEqual(['second-files', 'campus-files'])
})
it('brings them into the data folder where the stores are no more', async () => {
  const place = await restored('local')
  const rows = await places()
  expect(rows.map(r => [r.at, readFileSync(join(place, 'files/objects', r.key), 'utf8')])).toEqual([1, 2].map(n => ['local', `%PDF-1.7\n${n}.pdf`]))
  expect(await sql(target.url, 'select 1 from bucket where is_default')).toEqual([])
})
it('brings them into one store, and refuses one that nobody set up before anything is written', async () => {
  await expect(restored('third-files')).rejects.toThrow(/no store third-files/)
  expect(await sql(target.url, 'select 1 from tenant')).toEqual([])
  await restored('second-files')
  expect(held('second-files')).toHaveLength(2)
  expect((await places()).map(p => p.at)).toEqual(['second-files', 'second-files'])
})
it('leaves neither rows nor files behind where a store cannot be reached', async () => {
  const broken = first('campus-files')
  const content = readFileSync(broken)
  rmSync(broken)
  vi.stubEnv('FILES_S3_ENDPOINT', 'http://127.0.0.1:1')
  await expect(restored()).rejects.toThrow(/ECONNREFUSED/)
  vi.stubEnv('FILES_S3_ENDPOINT', address)
  expect(held('campus-files')).toEqual([])
  expect(await sql(target.url, 'select 1 from tenant')).toEqual([])
  written(broken, content)
})
it('names a file that its store has changed or lost, and takes the others', async () => {
  const path = first('campus-files')
  const content = readFileSync(path)
  writeFileSync(path, 'something else')
  const changed = readManifest(await backedUp())
  expect([changed.lost?.length, changed.lost?.[0]]).toEqual([1, expect.stringContaining('is not what was stored')])
  rmSync(path)
  const gone = readManifest(await backedUp())
  expect([gone.stored?.map(f => f.bucketName), gone.lost]).toEqual([['second-files'], [expect.stringContaining('is not there')]])
  written(path, content)
})
it('writes no file again that the backup before it holds as it was, and stands without that one', async () => {
  const local = join(dataDir, 'files/objects/10')
  mkdirSync(local, { recursive: true })
  for (const name of ['kept', 'spoilt']) writeFileSync(join(local, name), name)
  const into = mkdtempSync(join(folder, 'backups-'))
  const earlier = join(into, 'qinglan-earlier')
  renameSync(await backup({ url, dataDir, secret, into, say }), earlier)
  writeFileSync(join(earlier, 'data/files/objects/10/spoilt'), 'SPOILT')
  made = await backup({ url, dataDir, secret, into, say })
  const { files, stored = [] } = readManifest(made)
  const anew = [...files, ...stored].filter(({ path }) => statSync(join(made, path)).ino !== statSync(join(earlier, path)).ino)
  expect([stored.length, anew.map(f => f.path)]).toEqual([2, ['data/files/objects/10/spoilt']])
  rmSync(earlier, { recursive: true })
  const place = await restored('local')
  expect(['kept', 'spoilt'].map(name => readFileSync(join(place, 'files/objects/10', name), 'utf8'))).toEqual(['kept', 'spoilt'])
  expect((await places()).every(r => existsSync(join(place, 'files/objects', r.key)))).toBe(true)
})
describe('the doctor', () => {
  const looked = (at = dataDir) => connected(url, client => checkStores(client, at, secret))
  const ofSecond = async () => (await looked()).find(f => f.about === 'Store second-files')

  it('tries every place files go to, and leaves nothing there', async () => {
    const before = NAMES.map(held)
    const ok = { state: 'ok', says: expect.stringMatching(/written, read and removed in \d+ ms/) }
    expect(await looked()).toMatchObject([
      { about: 'Files, trial', ...ok },
      { about: 'Store second-files', ...ok, says: expect.stringMatching(/1 of its 1 files looked at, all there/) },
      { about: expect.stringMatching(/^Store campus-files of school \d+$/), ...ok },
    ])
    expect(NAMES.map(held)).toEqual(before)
    const file = join(folder, 'no-folder')
    writeFileSync(file, '')
    expect((await looked(file))[0]).toMatchObject({ state: 'fail', says: 'ENOTDIR' })
  })
  it('names files that a store has lost', async () => {
    const [{ key } = { key: '' }] = await sql<{ key: string }>(url, "select object_key as key from attachment where bucket_name = 'second-files'")
    const path = join(folder, 'store/second-files', held('second-files').find(name => name.includes(key)) ?? '')
    const content = readFileSync(path)
    rmSync(path)
    expect(await ofSecond()).toMatchObject({ state: 'fail', says: expect.stringMatching(/^1 of 1 files looked at are missing/), mend: expect.stringContaining('backup') })
    written(path, content)
  })
  it('says what to mend where a store refuses, cannot be reached, has another time or is not set up', async () => {
    const wrong = async (name: string, value: string) => {
      vi.stubEnv(`FILES_S3_${name}`, value)
      return ofSecond()
    }
    expect(await wrong('KEY', 'nobody')).toMatchObject({ state: 'fail', says: '403 InvalidAccessKeyId', mend: expect.stringContaining('FILES_S3_KEY') })
    vi.stubEnv('FILES_S3_KEY', 'S3RVER')
    expect(await wrong('ENDPOINT', 'http://127.0.0.1:1')).toMatchObject({ state: 'fail', says: 'ECONNREFUSED' })
    vi.stubEnv('FILES_S3_ENDPOINT', address)
    expect(await wrong('BUCKET', 'no-such')).toBeUndefined()
    expect(await looked()).toContainEqual(expect.objectContaining({ about: 'Store no-such', state: 'fail', says: '404 NoSuchBucket' }))
    expect((await looked()).at(-1)).toMatchObject({ about: 'Stores', state: 'fail', says: '1 files lie in second-files, which is not set up' })
    vi.stubEnv('FILES_S3_BUCKET', 'second-files')
    applyOffset(-120_000)
    const apart = await ofSecond().finally(() => applyOffset(0))
    expect(apart).toMatchObject({ state: 'warn', says: expect.stringMatching(/1[12]\d s apart/), mend: expect.stringContaining('time server') })
  })
})
it('leaves them where they are when told to', async () => {
  const { stored } = readManifest(await backup({ url, dataDir, into: join(folder, 'without'), say }))
  expect(stored).toBeUndefined()
})
