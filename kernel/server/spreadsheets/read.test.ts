import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Refusal } from '#model'
import { type RawSheet, rawWorkbook, textRows, zipped } from '#testing/workbook.ts'
import { openWorkbook, type SheetRow } from './read.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-read-'))
afterAll(() => rmSync(folder, { recursive: true }))
let n = 0
const save = (content: Buffer): string => {
  const path = join(folder, `${n++}.xlsx`)
  writeFileSync(path, content)
  return path
}
async function read(content: Buffer, at = 0): Promise<SheetRow[]> {
  const book = await openWorkbook(save(content), '名册.xlsx')
  try {
    const rows: SheetRow[] = []
    const sheet = book.sheets[at]
    if (sheet) for await (const batch of book.rows(sheet)) rows.push(...batch)
    return rows
  } finally {
    book.close()
  }
}
const cells = async (content: Buffer): Promise<unknown[][]> => (await read(content)).map(r => Array.from(r.cells))
const refusal = async (work: Promise<unknown>): Promise<{ rule: string; msg: string }> => {
  const error = await work.then(
    () => undefined,
    e => e,
  )
  expect(error).toBeInstanceOf(Refusal)
  return { rule: (error as Refusal).issues[0]?.rule ?? '', msg: (error as Refusal).message }
}
const one = (xml: string): RawSheet[] => [{ xml }]

it('10-E2 reads shared and inline strings, rich text without phonetics, numbers, booleans, cached formula values and error cells', async () => {
  const xml = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1"><v>1.5</v></c></row>
    <row r="3"><c r="A3" t="b"><v>1</v></c><c r="B3"><f>1+1</f><v>2</v></c><c r="C3" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="D3"><f>SUM(A1)</f></c><c r="E3" t="e"><v>#N/A</v></c><c r="F3" t="inlineStr"><is><r><t>张</t></r><r><t xml:space="preserve"> 三</t></r></is></c></row><row r="9"/></sheetData>`
  const strings = '<si><t>学号</t></si><si><r><t>姓</t></r><r><rPr/><t>名_x000D_</t></r><rPh sb="0" eb="1"><t>xing</t></rPh></si>'
  const rows = await read(await rawWorkbook(one(xml), { strings }))
  expect(rows.map(r => r.number)).toEqual([1, 3])
  expect(Array.from(rows[0]?.cells ?? [])).toEqual(['学号', '姓名\r', undefined, 1.5])
  expect(rows[1]?.cells).toEqual([true, 2, 'ab', { unusable: 'noResult', text: '' }, { unusable: 'cellError', text: '#N/A' }, '张 三'])
})
it('10-E2 knows dates by their style in both calendars, and numbers padded with zeros', async () => {
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="171" formatCode="[Red]#,##0&quot;days&quot;"/><numFmt numFmtId="172" formatCode="00000000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs>'
  const xml = '<sheetData><row><c s="1"><v>46266</v></c><c s="2"><v>46266</v></c><c s="3"><v>46266</v></c><c s="4"><v>12345</v></c><c><v>46266</v></c></row></sheetData>'
  expect(await cells(await rawWorkbook(one(xml), { styles }))).toEqual([[{ serial: 46266 }, { serial: 46266 }, 46266, '00012345', 46266]])
  expect(await cells(await rawWorkbook(one(xml), { styles, workbookPr: '<workbookPr date1904="1"/>' }))).toEqual([[{ serial: 47728 }, { serial: 47728 }, 46266, '00012345', 46266]])
})
it('reads what other programs write: namespace prefixes, missing references, all 18 digits as a number', async () => {
  const prefixed = await zipped({
    'xl/workbook.xml': '<x:workbook xmlns:x="m" xmlns:rel="r"><x:sheets><x:sheet name="一" sheetId="1" rel:id="a"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships xmlns="p"><Relationship Id="a" Target="/xl/worksheets/s.xml"/></Relationships>',
    'xl/worksheets/s.xml':
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>甲</x:v></x:c><x:c><x:v>110101200801010019</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  })
  expect(await cells(prefixed)).toEqual([['甲', '110101200801010019']])
  const book = await openWorkbook(save(prefixed), 'x.xlsx')
  expect(book.sheets[0] && (await book.survey(book.sheets[0]))).toEqual({ rows: 1, merges: [] })
  book.close()
})
it('counts rows and merged ranges without reading the cells', async () => {
  const styled = '<row r="4"><c r="A4" s="1"/></row>'
  const xml = `${textRows([['a'], ['b'], ['c']]).replace('</sheetData>', `${styled}</sheetData>`)}<mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells>`
  const book = await openWorkbook(save(await rawWorkbook(one(xml))), 'x.xlsx')
  expect(book.sheets[0] && (await book.survey(book.sheets[0]))).toEqual({ rows: 3, merges: ['A2:B3'] })
  book.close()
})
it('refuses an .xls renamed .xlsx, a file with a password, and what is no workbook, saying which', async () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  expect(await refusal(read(Buffer.concat([ole, Buffer.alloc(1000)])))).toMatchObject({ rule: 'sheet.oldFormat', msg: expect.stringContaining('旧版 .xls') })
  expect(await refusal(read(Buffer.concat([ole, Buffer.alloc(100), Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(100)])))).toMatchObject({ rule: 'sheet.encrypted' })
  expect(await refusal(read(Buffer.from('学号,姓名\n1,张三')))).toMatchObject({ rule: 'sheet.notXlsx' })
  expect(await refusal(read(await zipped({ 'word/document.xml': '<w/>' })))).toMatchObject({ rule: 'sheet.damaged' })
  expect(await refusal(read((await rawWorkbook(one(textRows([['a']])))).subarray(0, 300)))).toMatchObject({ rule: 'sheet.damaged' })
  expect(await refusal(read(await rawWorkbook(one('<sheetData><row><c></row></sheetData>'))))).toMatchObject({ rule: 'sheet.damaged' })
})
it('refuses a zip bomb while it inflates, by ratio and by size, without holding it in memory', async () => {
  const before = process.memoryUsage().rss
  const bomb = await rawWorkbook(one(`<sheetData><row><c t="str"><v>${' '.repeat(60 * 1024 * 1024)}</v></c></row></sheetData>`))
  expect(bomb.length).toBeLessThan(200_000)
  // corrupt the tail: a reader that inflates everything would report damage instead of the limit
  const part = (share: number): number => Math.floor(bomb.length * share)
  bomb.fill(0xff, part(0.6), part(0.8))
  const held = process.memoryUsage().rss
  const path = save(bomb)
  const reading = async (): Promise<void> => {
    const book = await openWorkbook(path, 'bomb.xlsx')
    if (book.sheets[0]) await book.survey(book.sheets[0])
  }
  expect(await refusal(reading())).toMatchObject({ rule: 'sheet.ratio' })
  expect(process.memoryUsage().rss - Math.max(held, before)).toBeLessThan(100 * 1024 * 1024)
  const limited = openWorkbook(save(await rawWorkbook(one(textRows([['a'.repeat(2_000_000)]])))), 'x.xlsx', { parts: 10, partMb: 1, totalMb: 2, ratio: 1000 })
  expect(await refusal(limited)).toMatchObject({ rule: 'sheet.bomb' })
  const many = Object.fromEntries(Array.from({ length: 1100 }, (_, i) => [`x${i}`, '']))
  expect(await refusal(openWorkbook(save(await rawWorkbook(one(textRows([['a']])), { parts: many })), 'x.xlsx'))).toMatchObject({ rule: 'sheet.tooManyParts' })
})
it('refuses a document type, so that no entity can grow', async () => {
  const parts = {
    'xl/worksheets/sheet1.xml':
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
  }
  expect(await refusal(read(await rawWorkbook(one(''), { parts })))).toMatchObject({ rule: 'sheet.damaged', msg: expect.stringContaining('DOCTYPE') })
})
