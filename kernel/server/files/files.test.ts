import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { entity, files, Refusal, text } from '#model'
import { form, openRoster, type Roster, upload } from '#testing/roster.ts'
import { attachFiles, eraseStale } from './attachments.ts'
import { checkName } from './kinds.ts'
import { makeTicket, readTicket } from './tickets.ts'

let r: Roster
beforeAll(async () => {
  r = await openRoster()
})
afterAll(() => r.close())
const PUT = 'oss/oss/endpoint/put-file'
const LINK = 'oss/oss/endpoint/link-file'
const PDF = Buffer.from(`%PDF-1.7\n${'x'.repeat(100)}`)
interface Put {
  fileId: string
  bucketName: string
  name: string
  ext: string
  size: number
  link: string
}
const put = async (content = PDF, name = '证明.pdf', fields: Record<string, string> = {}): Promise<Put> => {
  const answer = await upload<Put>(r.officer, PUT, content, name, fields)
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data
}
/** A gate with the officer's user id. */
const asOfficer = () => ({ ...r.db, me: { ...r.db.me, userId: r.officer.userId }, query: r.db.query.bind(r.db) }) as typeof r.db
const objects = (): string[] => readdirSync(join(r.server.core.dataDir, 'files/objects'), { recursive: true, withFileTypes: true }).flatMap(d => (d.isFile() ? [d.name] : []))
const incoming = (): string[] => readdirSync(join(r.server.core.dataDir, 'files/incoming'))

it('10-F2 refuses by extension and by content, saying which', async () => {
  const bad: Array<[Buffer, string, RegExp]> = [
    [PDF, 'a.pdf.exe', /不支持 \.exe 文件/],
    [PDF, '图.svg', /不支持 \.svg 文件/],
    [Buffer.alloc(0), '空.pdf', /“空\.pdf”是空文件（0 字节）/],
    [PDF, `${'长'.repeat(300)}.pdf`, /文件名最多 200 个字，现在 304 个/],
    [PDF, '../../etc/passwd.pdf', /不允许的字符：\//],
    [PDF, 'a\\b.pdf', /不允许的字符：\\/],
    [Buffer.from('MZ\u0090\u0000'), '假.PDF', /“假\.PDF”的内容不是 \.pdf 文件/],
    [Buffer.from('<html><script>1</script>'), '页.txt', /内容不是 \.txt 文件/],
    [PDF, '没有', /没有扩展名/],
  ]
  for (const [content, name, msg] of bad) {
    const answer = await upload(r.officer, PUT, content, name)
    expect([answer.code, answer.errors[0]?.msg]).toEqual([422, expect.stringMatching(msg)])
  }
  expect(objects()).toHaveLength(0)
  expect(incoming()).toHaveLength(0)
  expect(() => checkName('a\u202efdp.pdf')).toThrow(/U\+202e/)
  await r.server.core.pool.query('select 1')
})
it('10-F2 refuses what is larger than the school allows, and leaves nothing', async () => {
  await r.db.query(sql`insert into base_params (tenant_id, params_id, content) values (${r.tenantId}, 'file', '{"maxMb":1}')`)
  await r.db.query(sql`select pg_notify('ql_cache', ${`${r.tenantId}:baseParams`})`)
  await new Promise(done => setTimeout(done, 100))
  const answer = await upload(r.officer, PUT, Buffer.concat([PDF, Buffer.alloc(2_000_000)]), '大.pdf')
  expect([answer.code, answer.errors[0]?.msg]).toEqual([422, '“大.pdf”超过 1 MB'])
  expect(incoming()).toHaveLength(0)
})
it('leaves nothing of an upload that breaks off', async () => {
  await r.server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = r.server.app.server.address() as AddressInfo
  const { body, headers } = form(Buffer.concat([PDF, Buffer.alloc(500_000)]), '断.pdf')
  await new Promise<void>(done => {
    const call = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/flySource-${PUT}`,
      headers: { ...headers, 'content-length': body.length, 'flysource-auth': `bearer ${r.officer.token}` },
    })
    call.on('error', () => {})
    call.write(body.subarray(0, 200_000), () =>
      setTimeout(() => {
        call.destroy()
        done()
      }, 200),
    )
  })
  await expect.poll(incoming).toHaveLength(0)
  expect(objects()).toHaveLength(0)
})
it('10-F1 a file is read by whoever may read its row, checked on each link; an id is no permission', async () => {
  const kept = await put()
  expect(kept).toMatchObject({ name: '证明.pdf', ext: 'pdf', size: PDF.length, bucketName: 'local' })
  const stranger = await r.as({ roles: ['student'] })
  expect((await r.officer.get(LINK, { fileId: kept.fileId })).raw.equals(PDF)).toBe(true)
  expect((await stranger.get(LINK, { fileId: kept.fileId })).code).toBe(404)
  const teacherId = (await r.db.query<{ id: string }>(sql`select uuidv7() as id`))[0]?.id as string
  await r.db.query(sql`update squad set leader_id = ${teacherId} where code = 'A1'`)
  const pupil = await r.db.query<{ id: string }>(
    sql`insert into pupil (tenant_id, pupil_no, name, squad_id, band, joined_on) values (${r.tenantId}, 'F1', '张三', ${r.squads.get('A1')}, '甲', '2026-09-01') returning id`,
  )
  await r.db.query(sql`update attachment set biz_type = 'pupil', biz_id = ${pupil[0]?.id} where id = ${kept.fileId}`)
  const own = await r.as({ roles: ['student'], teacherId })
  expect((await own.get(LINK, { fileId: kept.fileId })).status).toBe(200)
  expect((await stranger.get('oss/oss/endpoint/ticket', { fileId: kept.fileId })).code).toBe(404)
  await r.db.query(sql`update attachment set sensitivity = 'S2' where id = ${kept.fileId}`)
  expect((await stranger.get(LINK, { fileId: kept.fileId })).code).toBe(404)
  const audited = await r.db.query(sql`select action, detail->>'name' as name from audit_log where biz_id = ${pupil[0]?.id} order by seq desc limit 1`)
  expect(audited[0]).toEqual({ action: 'readFileRefused', name: '证明.pdf' })
  const another = await r.another()
  expect((await (await another.as({ roles: ['officer', 'admin'] })).get(LINK, { fileId: kept.fileId })).code).toBe(404)
})
it('10-F1 only files marked public are served to everybody', async () => {
  const kept = await put()
  expect((await r.anonymous.get('oss/openApi/public/link-file', { fileId: kept.fileId })).code).toBe(404)
  await r.db.query(sql`update attachment set is_public = true where id = ${kept.fileId}`)
  const shown = await r.anonymous.get('oss/openApi/public/link-file', { fileId: kept.fileId })
  expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'public, no-cache'])
  expect((await r.anonymous.get('oss/openApi/public/link-file', { fileId: 'nonsense' })).code).toBe(404)
  await r.another()
  expect((await r.anonymous.get('oss/openApi/public/link-file', { fileId: kept.fileId })).status).toBe(200)
  const { pool } = r.server.core
  const asked = vi.spyOn(pool, 'connect')
  expect((await r.anonymous.get('oss/openApi/public/link-file', { fileId: randomUUID() })).code).toBe(404)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(1)
  asked.mockRestore()
  const again = { 'if-none-match': shown.headers.etag ?? '' }
  expect((await r.anonymous.get('oss/openApi/public/link-file', { fileId: kept.fileId }, again)).status).toBe(304)
  await r.db.query(sql`update attachment set is_public = false where id = ${kept.fileId}`)
  expect((await r.anonymous.get('oss/openApi/public/link-file', { fileId: kept.fileId }, again)).code).toBe(404)
})
it('10-F2 shows only pictures and PDF, in a sandbox; everything else is saved', async () => {
  const pdf = await r.officer.get(LINK, { fileId: (await put()).fileId })
  expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff', 'content-security-policy': expect.stringMatching(/^sandbox/) })
  expect(pdf.headers['content-disposition']).toBe(`inline; filename*=UTF-8''${encodeURIComponent('证明.pdf')}`)
  const note = await r.officer.get(LINK, { fileId: (await put(Buffer.from('只是文字'), '记.txt')).fileId })
  expect(note.headers['content-disposition']).toMatch(/^attachment/)
  for (const path of ['oss/oss/endpoint/download-file', 'oss/download-file', '/api/resource/oss/endpoint/download-file', '/api/oss-resource/oss/endpoint/download-file'])
    expect((await r.officer.get(path, { fileId: (await put()).fileId })).headers['content-disposition']).toMatch(/^attachment/)
})
it('10-F7 a ticket opens one file for a minute and nothing else', async () => {
  const [one, two] = [await put(), await put()]
  const { data } = await r.officer.get<{ ticket: string; expiresIn: number }>('oss/oss/endpoint/ticket', { fileId: one.fileId })
  expect(data.expiresIn).toBe(60)
  expect((await r.anonymous.get(LINK, { fileId: one.fileId, 'FlySource-Auth': data.ticket })).raw.equals(PDF)).toBe(true)
  expect((await r.anonymous.get('oss/download-file', { fileId: one.fileId, ticket: data.ticket })).status).toBe(200)
  expect((await r.anonymous.get(LINK, { fileId: two.fileId, 'FlySource-Auth': data.ticket })).code).toBe(404)
  expect((await r.anonymous.get(LINK, { fileId: one.fileId, 'FlySource-Auth': `${data.ticket.slice(0, -2)}xx` })).code).toBe(404)
  expect((await r.anonymous.get('roster/pupil/list', { 'FlySource-Auth': data.ticket })).code).toBe(401)
  expect((await r.anonymous.get(LINK, { fileId: one.fileId })).code).toBe(401)
  const secret = Buffer.alloc(32, 1)
  const ticket = makeTicket(secret, { tenantId: 't', userId: 'u', fileId: 'f' }, 1_000_000)
  expect(readTicket(secret, ticket, 'f', 1_059_000)).toMatchObject({ userId: 'u' })
  expect(readTicket(secret, ticket, 'f', 1_061_000)).toBeUndefined()
})
it('10-F5 stores equal contents once; rights and erasing stay with each file', async () => {
  const before = objects().length
  const content = Buffer.concat([PDF, Buffer.from('same')])
  const [one, two] = [await put(content), await put(content)]
  expect(objects()).toHaveLength(before + 1)
  expect((await r.officer.post('oss/oss/endpoint/remove-file', { fileId: one.fileId })).data).toBe(true)
  expect((await r.officer.get(LINK, { fileId: one.fileId })).code).toBe(404)
  expect((await r.officer.get(LINK, { fileId: two.fileId })).status).toBe(200)
  await r.officer.post('oss/oss/endpoint/remove-file', { fileId: two.fileId })
  expect(objects()).toHaveLength(before)
})
it('10-F2 a field takes its own kinds only, whatever the upload was said to be for', async () => {
  const of = entity(
    'roster.pictureOwner',
    '有图片的',
    { name: text('名称'), image: files('图片', { types: ['PNG', 'pdf'] }) },
    { title: 'name', scope: { everyone: 'rows of a test' } },
  )
  const row = (await r.db.query<{ id: string }>(sql`select uuidv7() as id`))[0]?.id as string
  const tie = async (name: string, content: typeof PDF) => attachFiles(asOfficer(), of, row, { image: [(await put(content, name)).fileId] })
  const words = { issues: [{ field: 'image', rule: 'file.type', values: { ext: 'txt', allowed: 'PNG、pdf' } }] }
  await expect(tie('说明.txt', Buffer.from('text'))).rejects.toMatchObject(words)
  await expect(tie('证明.PDF', PDF)).resolves.toBeUndefined()
})
it('10-F4 erases uploads that no row took within a day; those of rows stay', async () => {
  const of = entity(
    'roster.fileOwner',
    '有文件的',
    { name: text('名称'), proofs: files('证明', { sensitivity: 'S2', maxFiles: 2 }) },
    { title: 'name', scope: { everyone: 'rows of a test' } },
  )
  const [free, tied] = [await put(Buffer.concat([PDF, Buffer.from('1')])), await put(Buffer.concat([PDF, Buffer.from('2')]))]
  const row = (await r.db.query<{ id: string }>(sql`select uuidv7() as id`))[0]?.id as string
  await attachFiles(asOfficer(), of, row, { proofs: [tied.fileId] })
  await expect(attachFiles(asOfficer(), of, (await put()).fileId, { proofs: [tied.fileId] })).rejects.toBeInstanceOf(Refusal)
  await r.db.query(sql`update attachment set created_at = now() - interval '25 hours' where id = any(${[free.fileId, tied.fileId]}::uuid[])`)
  await eraseStale(r.db, r.server.office.store)
  expect(await r.db.query(sql`select id, sensitivity, field from attachment where id = any(${[free.fileId, tied.fileId]}::uuid[])`)).toEqual([
    { id: tied.fileId, sensitivity: 'S2', field: 'proofs' },
  ])
})
