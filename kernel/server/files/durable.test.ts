import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openRoster, type Roster, upload } from '#testing/roster.ts'
import { diskDriver } from './driver.ts'

const PDF = Buffer.from('%PDF-1.7\ndurable')
const folder = mkdtempSync(join(tmpdir(), 'qinglan-durable-'))
let r: Roster
/** Prototype of file handles, to spy on `sync`. */
let handles: Pick<FileHandle, 'sync'>
beforeAll(async () => {
  r = await openRoster()
  const file = await open(folder)
  handles = Object.getPrototypeOf(file) as FileHandle
  await file.close()
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await r.close()
  rmSync(folder, { recursive: true, force: true })
})
const failing = () => vi.spyOn(handles, 'sync').mockRejectedValue(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' }))
const rows = () => r.db.query(sql`select id from attachment where tenant_id = ${r.db.me.tenantId}`)
const part = (uploadId: string, offset: number, payload: Buffer) =>
  r.server.app.inject({
    method: 'POST',
    url: `/api/flySource-oss/oss/endpoint/put-part?uploadId=${uploadId}&offset=${offset}`,
    headers: { 'flysource-auth': `bearer ${r.officer.token}`, 'content-type': 'application/octet-stream' },
    payload,
  })

it.runIf(process.platform === 'linux')('a file has its bytes on the disk before it has its name, and its name and folders before it is said to be there', async () => {
  const [from, to] = [join(folder, 'incoming'), join(folder, 'objects/school/ab/key')]
  const seen: Array<[string, boolean]> = []
  const { sync } = handles
  vi.spyOn(handles, 'sync').mockImplementation(function (this: FileHandle) {
    seen.push([readlinkSync(`/proc/self/fd/${this.fd}`), existsSync(to)])
    return sync.call(this)
  })
  writeFileSync(from, PDF)
  await diskDriver(join(folder, 'objects')).put('school/ab/key', { path: from, size: PDF.length, sha256: '' })
  expect(readFileSync(to)).toEqual(PDF)
  expect(seen).toEqual([[from, false], ...['objects/school/ab', 'objects/school', 'objects', ''].map(name => [join(folder, name).replace(/\/$/, ''), true])])
})
it('an upload that cannot be brought to the disk is not acknowledged and leaves no row', async () => {
  failing()
  const answer = await upload(r.officer, 'oss/oss/endpoint/put-file', PDF, '证明.pdf')
  expect([answer.status, answer.code]).toEqual([503, 503])
  expect(await rows()).toEqual([])
})
it('10-F2 a part that cannot be brought to the disk does not move the mark from which the upload goes on', async () => {
  const { uploadId } = (await r.officer.post<{ uploadId: string }>('oss/oss/endpoint/begin-parts', { name: '大.pdf', size: PDF.length })).data
  failing()
  expect((await part(uploadId, 0, PDF)).statusCode).toBe(503)
  vi.restoreAllMocks()
  expect((await r.officer.get('oss/oss/endpoint/parts', { uploadId })).data).toMatchObject({ received: 0 })
  expect((await part(uploadId, 0, PDF)).json().data).toEqual({ received: PDF.length })
})
