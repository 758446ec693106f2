import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { moves as moveTask } from './server/move.ts'

interface Put {
  fileId: string
  bucketName: string
}
let school: School
let admin: Actor
let store: S3rver
let port: number
const folder = mkdtempSync(join(tmpdir(), 'qinglan-s3-'))
beforeAll(async () => {
  store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: [{ name: 'campus-files', configs: [] }] })
  port = (await store.run()).port
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await school.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})
const PDF = (words: string): Buffer => Buffer.from(`%PDF-1.7\n${words}`)
const put = async (content: Buffer, name: string): Promise<Put> => {
  const answer = await upload<Put>(admin, 'oss/oss/endpoint/put-file', content, name)
  expect(answer.msg).toBe('成功')
  return answer.data
}
const link = (fileId: string, query: Record<string, unknown> = {}) => admin.get('oss/oss/endpoint/link-file', { fileId, ...query })
const addBucket = (more: Record<string, unknown> = {}) =>
  admin.post<{ id: string }>('oss/bucket/add', {
    name: 'campus-files',
    vendor: 'minio',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKey: 'S3RVER',
    secret: 'S3RVER',
    ...more,
  })
/** State of the latest migration; the server's own worker processes it. */
const moveState = async () => (await admin.get<{ result: Array<{ state: string }> }>('oss/fileMove/list')).data.result[0]?.state

describe('object storage', () => {
  let bucketId: string
  it('is set up, tested against the store itself, and its secret never comes back', async () => {
    bucketId = (await addBucket()).data.id
    const test = await admin.post<{ ms: number }>('oss/bucket/test', { id: bucketId })
    expect(test.msg).toBe('成功')
    const row = await admin.get<Record<string, unknown>>('oss/bucket/getOne', { id: bucketId })
    expect(JSON.stringify(row.data)).not.toContain('S3RVER"}')
    expect(Object.keys(row.data)).not.toContain('secret')
    const [stored] = await school.db.query<{ secret: string }>(sql`select secret from bucket where tenant_id = ${school.tenantId}`)
    expect(stored?.secret).toMatch(/^v1\./)
  })
  it('says in the store’s own words what is wrong with it', async () => {
    const wrong = (await addBucket({ name: 'not-there' })).data.id
    expect((await admin.post('oss/bucket/test', { id: wrong })).msg).toContain('NoSuchBucket')
    const key = (await addBucket({ name: 'campus-files2', secret: 'wrong' })).data.id
    expect((await admin.post('oss/bucket/test', { id: key })).msg).toMatch(/NoSuchBucket|SignatureDoesNotMatch/)
  })
  it('refuses bad names, reserved ones, plain http to the world, and inner hosts nobody allowed', async () => {
    expect((await addBucket({ name: 'Bad_Name' })).errors[0]?.rule).toBe('file.bucket.name')
    expect((await addBucket({ name: 'local' })).errors[0]?.rule).toBe('file.bucket.reserved')
    for (const endpoint of ['http://oss.example.com', 'ftp://x', 'https://x.example.com/path', 'https://u:p@x.example.com'])
      expect((await addBucket({ name: 'other-one', endpoint })).errors[0]?.rule).toBe('file.bucket.endpoint')
    vi.stubEnv('OUTBOUND_HOSTS', '')
    expect((await admin.post('oss/bucket/test', { id: bucketId })).errors[0]?.rule).toBe('outbound.blocked')
    vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  })
  it('10-F6 a new default moves nothing: old files stay where they are, new ones go there, both open', async () => {
    const old = await put(PDF('old'), '旧.pdf')
    expect(old.bucketName).toBe('local')
    expect((await admin.post('oss/bucket/makeDefault', { id: bucketId })).code).toBe(200)
    const { data: changes } = await admin.get<Array<{ action: string }>>('oss/bucket/history', { id: bucketId })
    expect(JSON.stringify(changes)).toContain('新文件存这里')
    await new Promise(done => setTimeout(done, 5_200))
    const fresh = await put(PDF('new'), '新.pdf')
    expect(fresh.bucketName).toBe('campus-files')
    expect((await link(old.fileId)).raw).toEqual(PDF('old'))
    expect((await link(fresh.fileId)).raw).toEqual(PDF('new'))
    expect((await link(fresh.fileId, { bucketName: 'local' })).raw).toEqual(PDF('new'))
    expect((await admin.post('oss/bucket/remove', { ids: [bucketId] })).data).toMatchObject({ failed: [{ id: bucketId }] })
  })
  it('10-F6 a migration copies and counts first, changes all rows together, goes on where it stopped, and loses nothing', async () => {
    const files: Put[] = []
    for (let i = 0; i < 45; i++) files.push(await put(PDF(`file ${i}`), `${i}.pdf`))
    const [before] = await school.db.query<{ n: number }>(sql`select count(*)::int as n from attachment where tenant_id = ${school.tenantId}`)
    // crash during a step: the dead worker's lease blocks others until it expires
    const [held] = await school.db.query<{ id: string }>(
      sql`insert into file_move (tenant_id, from_bucket, to_bucket, total) values (${school.tenantId}, 'campus-files', 'local', 46) returning id`,
    )
    await school.db.query(
      sql`insert into background_task (tenant_id, id, queue, payload, tries, due_at) values (${school.tenantId}, ${held?.id}, 'file.move', '{}', 1, now() + interval '30 seconds')`,
    )
    expect((await admin.post('oss/fileMove/start', { fromBucket: 'campus-files', toBucket: 'local' })).errors[0]?.rule).toBe('file.fileMove.running')
    expect(await moveTask.run(school.db)).toBe(false)
    await school.db.query(sql`update background_task set due_at = now() - interval '1 second' where tenant_id = ${school.tenantId} and id = ${held?.id}`)
    const moved = moveTask.run(school.db)
    const placed = async () =>
      (await school.db.query<{ n: number }>(sql`select count(*)::int as n from attachment where tenant_id = ${school.tenantId} and bucket_name = 'campus-files'`))[0]?.n
    const seen = new Set<unknown>()
    const state = async () => {
      seen.add(await placed())
      expect((await link(files[0]?.fileId ?? '')).raw).toEqual(PDF('file 0'))
      return moveState()
    }
    await expect.poll(state, { interval: 10 }).toBe('done')
    expect(await moved).toBe(true)
    // rows switch only after all objects are copied
    expect([...seen].filter(n => n !== 46 && n !== 0)).toEqual([])
    expect(await placed()).toBe(0)
    const [after] = await school.db.query<{ n: number }>(sql`select count(*)::int as n from attachment where tenant_id = ${school.tenantId}`)
    expect(after?.n).toBe(before?.n)
    for (const [i, file] of files.entries()) expect((await link(file.fileId)).raw).toEqual(PDF(`file ${i}`))
    const moves = await admin.get<{ result: Array<{ state: string; copied: number; total: number }> }>('oss/fileMove/list')
    expect(moves.data.result[0]).toMatchObject({ state: 'done', copied: 46, total: 46 })
  })
  it('10-F6 a migration into a store that fails says so and leaves every file where it was', async () => {
    const broken = (await addBucket({ name: 'gone-store' })).data.id
    expect((await admin.post('oss/fileMove/start', { fromBucket: 'local', toBucket: 'gone-store' })).code).toBe(200)
    await expect.poll(moveState).toBe('failed')
    const moves = await admin.get<{ result: Array<{ state: string; message: string }> }>('oss/fileMove/list')
    expect(moves.data.result[0]?.message).toContain('NoSuchBucket')
    const [left] = await school.db.query<{ n: number }>(sql`select count(*)::int as n from attachment where tenant_id = ${school.tenantId} and bucket_name = 'gone-store'`)
    expect(left?.n).toBe(0)
    expect((await admin.post('oss/bucket/remove', { ids: [broken] })).data).toMatchObject({ done: 1 })
  })
})

describe('a migration', () => {
  it('10-F6 that finds a file not whole stops before anything changes over', async () => {
    const { fileId, bucketName } = await put(PDF('short'), '短.pdf')
    expect(bucketName).toBe('campus-files')
    const grow = (by: number) => school.db.query(sql`update attachment set size = size + ${by} where tenant_id = ${school.tenantId} and id = ${fileId}`)
    await grow(1)
    expect((await admin.post('oss/fileMove/start', { fromBucket: 'campus-files', toBucket: 'local' })).code).toBe(200)
    await expect.poll(moveState).toBe('failed')
    const placed = await school.db.query(sql`select bucket_name as at from attachment where tenant_id = ${school.tenantId} and id = ${fileId}`)
    expect(placed).toEqual([{ at: 'campus-files' }])
    await grow(-1)
  })
  it('10-F6 is called off as long as it copies, and no longer', async () => {
    const [held] = await school.db.query<{ id: string }>(
      sql`insert into file_move (tenant_id, from_bucket, to_bucket, total) values (${school.tenantId}, 'local', 'campus-files', 1) returning id`,
    )
    const state = (to: string) => school.db.query(sql`update file_move set state = ${to} where tenant_id = ${school.tenantId} and id = ${held?.id}`)
    await state('clearing')
    expect((await admin.post('oss/fileMove/cancel', { id: held?.id })).errors[0]?.rule).toBe('file.fileMove.late')
    await state('copying')
    expect((await admin.post('oss/fileMove/cancel', { id: held?.id })).code).toBe(200)
    expect(await moveState()).toBe('cancelled')
  })
})
