import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import S3rver from 's3rver'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eraseStale } from '#server/files/attachments.ts'
import { PART_MB } from '#server/files/parts.ts'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { moves as moveTask } from './server/move.ts'

interface Put {
  fileId: string
  bucketName: string
  size: number
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
const put = async (content: Buffer, name: string, who = admin): Promise<Put> => {
  const answer = await upload<Put>(who, 'oss/oss/endpoint/put-file', content, name)
  expect(answer.msg).toBe('成功')
  return answer.data
}
const link = (fileId: string, query: Record<string, unknown> = {}, who = admin) => who.get('oss/oss/endpoint/link-file', { fileId, ...query })
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

describe('pictures and previews', () => {
  const photo = () =>
    sharp({ create: { width: 1200, height: 600, channels: 3, background: '#2063c4' } })
      .withExif({ IFD0: { Model: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '26/1 35/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '106/1 43/1 0/1' } })
      .jpeg()
      .toBuffer()
  it('10-F3 a photograph loses the place where it was taken, and keeps its picture', async () => {
    const before = await photo()
    expect((await sharp(before).metadata()).exif).toBeDefined()
    const { fileId } = await put(before, '合影.jpg')
    const { raw } = await link(fileId)
    const seen = await sharp(raw).metadata()
    expect(seen).toMatchObject({ width: 1200, height: 600, format: 'jpeg' })
    expect(seen.exif).toBeUndefined()
  })
  it('10-F3 is shown small, 200 or 800 points, and no other size', async () => {
    const { fileId } = await put(await photo(), '合影2.jpg')
    for (const size of [200, 800]) {
      const { raw } = await link(fileId, { size })
      expect(await sharp(raw).metadata()).toMatchObject({ format: 'webp', width: size, height: size / 2 })
    }
    expect((await sharp((await link(fileId, { size: 5000 })).raw).metadata()).width).toBe(1200)
  })
  it('10-F3 the small ones go with their picture', async () => {
    const small = (): string[] => readdirSync(join(school.server.core.dataDir, 'files/thumbs'), { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.webp'))
    const before = small()
    const { fileId } = await put(
      await sharp(await photo())
        .negate()
        .jpeg()
        .toBuffer(),
      '合影3.jpg',
    )
    for (const size of [200, 800]) await link(fileId, { size })
    expect(small()).toHaveLength(before.length + 2)
    expect((await admin.post('oss/oss/endpoint/remove-file', { fileId })).data).toBe(true)
    expect(small()).toEqual(before)
  })
  it('10-F3 a sensitive PDF is shown with its reader’s mark, and what cannot be marked is not shown', async () => {
    const doc = await PDFDocument.create()
    doc.addPage()
    const pdf = Buffer.from(await doc.save())
    const { fileId } = await put(pdf, '诊断.pdf')
    await school.db.query(sql`update attachment set sensitivity = 'S2' where tenant_id = ${school.tenantId} and id = ${fileId}`)
    const shown = await link(fileId)
    expect(shown.raw.length).toBeGreaterThan(pdf.length)
    const { fileId: odd } = await put(PDF('not really'), '坏.pdf')
    await school.db.query(sql`update attachment set sensitivity = 'S2' where tenant_id = ${school.tenantId} and id = ${odd}`)
    expect((await link(odd)).errors[0]?.rule).toBe('file.preview')
  })
})

describe('large files', () => {
  const part = (uploadId: string, offset: number, content: Buffer, who = admin) =>
    school.server.app.inject({
      method: 'POST',
      url: `/api/flySource-oss/oss/endpoint/put-part?uploadId=${uploadId}&offset=${offset}`,
      headers: { 'flysource-auth': `bearer ${who.token}`, 'content-type': 'application/octet-stream' },
      payload: content,
    })
  const begin = (name: string, size: number) => admin.post<{ uploadId: string }>('oss/oss/endpoint/begin-parts', { name, size })

  it('10-F2 come in by parts, go on after an interruption, and are whole', async () => {
    const whole = Buffer.concat([PDF(''), Buffer.alloc(20 * 1024 * 1024, 7)])
    const { uploadId } = (await begin('大.pdf', whole.length)).data
    const size = PART_MB * 1024 * 1024
    expect((await part(uploadId, 0, whole.subarray(0, size))).json().data).toEqual({ received: size })
    const wrong = (await part(uploadId, 0, whole.subarray(0, size))).json()
    expect([wrong.code, wrong.data]).toEqual([409, { received: size }])
    expect((await admin.post('oss/oss/endpoint/finish-parts', { uploadId })).errors[0]?.rule).toBe('file.partsMissing')
    const state = await admin.get<{ received: number }>('oss/oss/endpoint/parts', { uploadId })
    for (let at = state.data.received; at < whole.length; at += size) await part(uploadId, at, whole.subarray(at, at + size))
    const { fileId } = (await admin.post<Put>('oss/oss/endpoint/finish-parts', { uploadId })).data
    expect((await link(fileId)).raw.equals(whole)).toBe(true)
  })
  it('10-F2 are judged before the first byte: kind, name, size; nobody touches another’s', async () => {
    expect((await begin('a.exe', 100)).errors[0]?.rule).toBe('file.type')
    expect((await begin('a.pdf', 900 * 1024 * 1024)).errors[0]?.rule).toBe('file.tooLarge')
    // videos may exceed the general limit, up to 500 MB
    expect((await begin('a.mp4', 500 * 1024 * 1024)).code).toBe(200)
    expect((await begin('a.mp4', 500 * 1024 * 1024 + 1)).errors[0]?.values?.max).toBe(500)
    const { uploadId } = (await begin('a.pdf', 100)).data
    const other = await school.as({ roles: ['officer'] })
    expect((await part(uploadId, 0, PDF('x'), other)).json().code).toBe(404)
    expect((await part(uploadId, 0, Buffer.alloc(200))).json().code).toBe(422)
    await part(uploadId, 0, Buffer.alloc(100))
    expect((await admin.post('oss/oss/endpoint/finish-parts', { uploadId })).errors[0]?.rule).toBe('file.content')
  })
})

describe('documents', () => {
  it('reach those they are for, in their newest edition, and nobody else', async () => {
    const folderId = (await admin.post<{ id: string }>('oss/fileFolder/add', { name: '模板' })).data.id
    const first = await put(PDF('v1'), '表.pdf')
    const made = await admin.post<{ id: string; version: number }>('oss/fileDoc/add', { name: '请假表', folderId, file: [first.fileId], audience: { roles: ['fdy'] } })
    expect(made.msg).toBe('成功')
    const asked = { name: '按查询', folderId, file: [first.fileId], audience: { savedQueryId: made.data.id } }
    expect((await admin.post('oss/fileDoc/add', asked)).errors[0]?.rule).toBe('system.audience.form')
    const fdy = await school.as({ roles: ['fdy'] })
    const bzr = await school.as({ roles: ['bzr'] })
    const mine = async (who: Actor) => (await who.get<{ documents: Array<{ name: string; fileId: string; edition: number }> }>('oss/fileDoc/mine')).data.documents
    expect((await mine(fdy)).map(d => d.name)).toEqual(['请假表'])
    expect(await mine(bzr)).toEqual([])
    expect((await link(first.fileId, {}, fdy)).raw).toEqual(PDF('v1'))
    expect((await link(first.fileId, {}, bzr)).code).toBe(404)
    const second = await put(PDF('v2'), '表.pdf')
    expect((await admin.post('oss/fileDoc/update', { id: made.data.id, version: made.data.version, file: [second.fileId] })).code).toBe(200)
    expect(await mine(fdy)).toMatchObject([{ edition: 2, fileId: second.fileId }])
    const row = await admin.get<{ editions: Array<{ edition: number }> }>('oss/fileDoc/getOne', { id: made.data.id })
    expect(row.data.editions.map(e => e.edition)).toEqual([2, 1])
    await fdy.post('oss/fileDoc/opened', { id: made.data.id })
    expect((await bzr.post('oss/fileDoc/opened', { id: made.data.id })).code).toBe(404)
    const row2 = await admin.get<{ version: number; downloads: number }>('oss/fileDoc/getOne', { id: made.data.id })
    expect(row2.data.downloads).toBe(1)
    expect((await admin.post('oss/fileDoc/update', { id: made.data.id, version: row2.data.version, validTo: '2020-01-01' })).code).toBe(200)
    expect(await mine(fdy)).toEqual([])
    expect((await link(second.fileId, {}, fdy)).code).toBe(404)
  })
  it('10-F4 take their files along when they are removed for good; what is only marked as removed keeps them', async () => {
    const folderId = (await admin.post<{ id: string }>('oss/fileFolder/add', { name: '作废' })).data.id
    const [ofDocument, ofNotice] = [await put(PDF('gone'), '旧.pdf'), await put(PDF('kept'), '附.pdf')]
    const made = await admin.post<{ id: string }>('oss/fileDoc/add', { name: '旧表', folderId, file: [ofDocument.fileId], audience: { roles: ['fdy'] } })
    const given = { title: '通知', noticeType: 'school', content: '<p>内容</p>', audience: { all: true }, needsReceipt: false, attachments: [ofNotice.fileId] }
    const notice = await admin.post<{ id: string }>('base/notice/add', given)
    expect((await link(ofDocument.fileId)).status).toBe(200)
    for (const [path, { data }] of [['oss/fileDoc', made] as const, ['base/notice', notice] as const])
      expect((await admin.post<{ done: number }>(`${path}/remove`, { ids: [data.id] })).data.done).toBe(1)
    await eraseStale(school.db, school.server.office.store)
    const left = await school.db.query<{ id: string }>(sql`select id from attachment where id = any(${[ofDocument.fileId, ofNotice.fileId]}::uuid[])`)
    expect(left).toEqual([{ id: ofNotice.fileId }])
  })
  it('a folder is not put below itself, nor too deep with those below it', async () => {
    const a = (await admin.post<{ id: string; version: number }>('oss/fileFolder/add', { name: 'A' })).data
    const b = (await admin.post<{ id: string }>('oss/fileFolder/add', { name: 'B', parentId: a.id })).data
    expect((await admin.post('oss/fileFolder/update', { id: a.id, version: a.version, parentId: b.id })).errors[0]?.rule).toBe('file.fileFolder.cycle')
    let parentId = (await admin.post<{ id: string }>('oss/fileFolder/add', { name: '1' })).data.id
    for (const name of ['2', '3']) parentId = (await admin.post<{ id: string }>('oss/fileFolder/add', { name, parentId })).data.id
    expect((await admin.post('oss/fileFolder/update', { id: a.id, version: a.version, parentId })).errors[0]?.rule).toBe('file.fileFolder.depth')
  })
  it('a blocked file opens for nobody', async () => {
    const { fileId } = await put(PDF('bad'), '坏.pdf')
    expect((await admin.post('oss/attachment/block', { ids: [fileId], isBlocked: true })).code).toBe(200)
    expect((await link(fileId)).code).toBe(404)
    expect((await admin.get<{ result: Array<{ isOrphan: boolean; scanState: string }> }>('oss/attachment/list', { id: fileId })).data.result[0]).toMatchObject({
      scanState: 'blocked',
      isOrphan: true,
    })
  })
})
