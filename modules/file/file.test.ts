import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseStale } from '#server/files/attachments.ts'
import { PART_MB } from '#server/files/parts.ts'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

interface Put {
  fileId: string
}
let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())
const PDF = (words: string): Buffer => Buffer.from(`%PDF-1.7\n${words}`)
const put = async (content: Buffer, name: string): Promise<Put> => {
  const answer = await upload<Put>(admin, 'oss/oss/endpoint/put-file', content, name)
  expect(answer.msg).toBe('成功')
  return answer.data
}
const link = (fileId: string, query: Record<string, unknown> = {}, who = admin) => who.get('oss/oss/endpoint/link-file', { fileId, ...query })

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
