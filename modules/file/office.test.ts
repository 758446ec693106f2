import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { zipped } from '#testing/workbook.ts'

const LIBRE_OFFICE = '/usr/bin/soffice'
let school: School
let admin: Actor
let folder: string
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
  folder = await mkdtemp(join(tmpdir(), 'qinglan-office-'))
  const doc = await PDFDocument.create()
  doc.addPage([300, 400])
  await writeFile(join(folder, 'page.pdf'), await doc.save())
})
beforeEach(() => delete process.env.OFFICE_PROGRAM)
afterAll(async () => {
  delete process.env.OFFICE_PROGRAM
  await school.close()
  await rm(folder, { recursive: true, force: true })
})

/** A stand-in for LibreOffice; its working directory is the output folder. */
async function standIn(lines: string): Promise<void> {
  const path = join(folder, 'office.sh')
  await writeFile(path, `#!/bin/sh\n${lines}\n`)
  await chmod(path, 0o755)
  process.env.OFFICE_PROGRAM = path
}
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, 7)])
/** Content is deduplicated: give each file different bytes. */
let made = 0
const put = async (name: string, content: Buffer = Buffer.concat([OLE, Buffer.from([made++])])): Promise<string> =>
  (await upload<{ fileId: string }>(admin, 'oss/oss/endpoint/put-file', content, name)).data.fileId
const preview = (fileId: string) => admin.get<{ kind: string; link: string }>('oss/oss/endpoint/preview-file', { fileId })
const opened = (link: string) => school.server.app.inject({ method: 'GET', url: link })
/** A document linking to an external picture. */
const linking = (href: string): Promise<Buffer> =>
  zipped({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2"><office:body><office:text><text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${href}" xlink:type="simple"/></draw:frame></text:p></office:text></office:body></office:document-content>`,
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
  })
const docx = (text: string): Promise<Buffer> =>
  zipped({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  })

describe('10-F3 office documents are shown as the PDF they print to', () => {
  it('where an administrator has named a LibreOffice, and as before where nobody has', async () => {
    const old = await put('申请表.doc')
    expect((await preview(old)).data.kind).toBe('none')
    await standIn(`cp ${folder}/page.pdf document.pdf`)
    for (const id of [old, await put('名册.xls'), await put('汇报.ppt'), await put('通知.wps')]) {
      const { kind, link } = (await preview(id)).data
      expect(kind).toBe('pdf')
      const shown = await opened(link)
      expect([shown.headers['content-type'], shown.rawPayload.subarray(0, 5).toString(), shown.headers['content-security-policy']?.toString().startsWith('sandbox')]).toEqual([
        'application/pdf',
        '%PDF-',
        true,
      ])
    }
  })
  it('printed once, and forgotten with the document', async () => {
    await standIn(`echo x >> ${folder}/runs; cp ${folder}/page.pdf document.pdf`)
    const id = await put('总结.doc')
    const { link } = (await preview(id)).data
    await opened((await preview(id)).data.link)
    expect((await readFile(join(folder, 'runs'))).toString()).toBe('x\n')
    await admin.post('oss/oss/endpoint/remove-file', { fileId: id })
    expect((await opened(link)).statusCode).not.toBe(200)
  })
  it('a sensitive one under the mark of its reader, never without', async () => {
    await standIn(`cp ${folder}/page.pdf document.pdf`)
    const id = await put('诊断.doc')
    await school.db.query(sql`update attachment set sensitivity = 'S2' where id = ${id}`)
    const plain = await readFile(join(folder, 'page.pdf'))
    expect((await opened((await preview(id)).data.link)).rawPayload.length).toBeGreaterThan(plain.length)
    await standIn('echo "%PDF-1.7 cannot be marked" > document.pdf')
    const torn = await put('诊断二.doc')
    await school.db.query(sql`update attachment set sensitivity = 'S2' where id = ${torn}`)
    expect((await opened((await preview(torn)).data.link)).json().code).toBe(422)
  })
  it('the program is told nothing of ours, and what it cannot print is shown as before', async () => {
    await standIn('env > document.pdf')
    process.env.OFFICE_TEST_SECRET = 'cleartext'
    const told = await opened((await preview(await put('变量.doc'))).data.link)
    delete process.env.OFFICE_TEST_SECRET
    expect(told.rawPayload.toString()).toContain('HOME=')
    expect(told.rawPayload.toString()).not.toContain('cleartext')
    await standIn('exit 77')
    expect((await preview(await put('坏.doc'))).data.kind).toBe('none')
    expect((await preview(await put('坏.docx', await docx('正文')))).data.kind).toBe('document')
  })
  describe.skipIf(!existsSync(LIBRE_OFFICE))('by LibreOffice itself', () => {
    beforeEach(() => {
      process.env.OFFICE_PROGRAM = LIBRE_OFFICE
    })
    it('page by page', async () => {
      const { kind, link } = (await preview(await put('真.docx', await docx('青蓝学工')))).data
      expect(kind).toBe('pdf')
      expect((await PDFDocument.load((await opened(link)).rawPayload)).getPageCount()).toBe(1)
    })
    it('without asking anybody a document points to', async () => {
      const asked: string[] = []
      const server = createServer((request, reply) => {
        asked.push(request.url ?? '')
        reply.end()
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      expect((await preview(await put('外链.wps', await linking(`http://127.0.0.1:${port}/pixel.png`)))).data.kind).toBe('pdf')
      server.close()
      expect(asked).toEqual([])
    })
  })
})
