import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { openWorkbook, type SheetRow } from './read.ts'
import { letters, type SheetSpec, writeWorkbook } from './write.ts'
import { openArchive } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-write-'))
afterAll(() => rmSync(folder, { recursive: true }))
let n = 0
async function written(spec: SheetSpec): Promise<{ rows: SheetRow[]; sheets: string[]; merges: string[]; xml: string; properties: ReadonlyMap<string, string> }> {
  const path = join(folder, `${n++}.xlsx`)
  writeFileSync(path, await buffer(writeWorkbook(spec)))
  const archive = await openArchive(path, 'x.xlsx')
  const xml = await archive.text('xl/worksheets/sheet1.xml')
  archive.close()
  const book = await openWorkbook(path, 'x.xlsx')
  const rows: SheetRow[] = []
  const sheet = book.sheets[0]
  if (!sheet) throw new Error('no sheet')
  for await (const batch of book.rows(sheet)) rows.push(...batch)
  const { merges } = await book.survey(sheet)
  book.close()
  return { rows, sheets: book.sheets.map(s => `${s.name}${s.visible ? '' : '!'}`), merges, xml, properties: book.properties }
}
it('10-E5 writes texts as texts: formulas, long numbers, odd characters', async () => {
  const odd = ['=1+1', '+86', '-1', '@x', '\tx', '0012', '110101200801010019', '<&>"', '𠮷㐀', '_x000D_', 'a\u0001b\ud800c', '  x  ']
  const { rows, xml } = await written({ name: '一/二', columns: odd.map(title => ({ title })), rows: [[odd]] })
  expect(rows[1]?.cells).toEqual([...odd.slice(0, 10), 'abc', '  x  '])
  expect(xml).not.toContain('<f>')
  expect(xml.match(/s="4"/g)).toHaveLength(10)
})
it('10-E7 makes merged header rows of titles joined by commas', async () => {
  const columns = [
    { title: '学号' },
    { title: '姓名', groups: ['基本信息'] },
    { title: '性别', groups: ['基本信息'] },
    { title: '电话', groups: ['联系', '本人'] },
    { title: '住址', groups: ['联系', '家庭'] },
  ]
  const { rows, merges } = await written({ name: 's', columns, rows: [[['1', '张三', '女', '138', '北京']]] })
  expect(merges.sort()).toEqual(['A1:A3', 'B1:C1', 'B2:B3', 'C2:C3', 'D1:E1'])
  expect(rows.map(r => Array.from(r.cells))).toEqual([
    ['学号', '基本信息', '基本信息', '联系', '联系'],
    [undefined, '姓名', '性别', '本人', '家庭'],
    [undefined, undefined, undefined, '电话', '住址'],
    ['1', '张三', '女', '138', '北京'],
  ])
})
it('10-E6 ends with who took the rows out; figures are numbers, header is frozen', async () => {
  const { rows, xml } = await written({
    name: 's',
    columns: [
      { title: '分', kind: 'number' },
      { title: '元', kind: 'money' },
    ],
    rows: [
      [
        [1, 12.5],
        [null, -3],
      ],
    ],
    footer: count => `导出人：李主任 共 ${count} 行`,
  })
  expect(rows.map(r => Array.from(r.cells))).toEqual([['分', '元'], [1, 12.5], [undefined, -3], ['导出人：李主任 共 2 行']])
  expect(xml).toContain('state="frozen"')
})
it('10-E1 writes drop-downs from a hidden sheet, notes on a second one and the version inside', async () => {
  const { sheets, xml, properties } = await written({
    name: 's',
    columns: [
      { title: 'a', required: true },
      { title: 'b', choices: ['是', '否'], note: '填“是”或“否”' },
    ],
    rows: [],
    example: ['示例：1'],
    notes: [['列', '说明']],
    properties: { qinglan: 'pupil:1' },
  })
  expect(sheets).toEqual(['s', '填写说明', '选项!'])
  expect(xml).toContain(`<formula1>'选项'!$A$1:$A$2</formula1>`)
  expect(xml).toContain('<c r="A1" s="2"')
  expect(properties.get('qinglan')).toBe('pupil:1')
})
it('stops asking for rows when the reader goes away', async () => {
  let asked = 0
  let closed = false
  async function* rows() {
    try {
      for (;;) {
        asked++
        yield Array.from({ length: 500 }, () => [Math.random().toString(36)])
      }
    } finally {
      closed = true
    }
  }
  const stream = writeWorkbook({ name: 's', columns: [{ title: 'a' }], rows: rows() })
  for await (const _chunk of stream) if (asked > 3) break
  await new Promise(done => setTimeout(done, 300))
  const then = asked
  await new Promise(done => setTimeout(done, 200))
  expect(closed).toBe(true)
  expect(asked).toBe(then)
})
it('names columns as spreadsheets do', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})
it('ends as a fault when its rows cannot be read on, early or late, and never hangs', async () => {
  for (const good of [0, 5]) {
    const rows = (async function* () {
      for (let i = 0; i < good; i++) yield [['a']]
      throw new Error('the line was cut')
    })()
    await expect(buffer(writeWorkbook({ name: 'x', columns: [{ title: 'A' }], rows }))).rejects.toThrow('the line was cut')
  }
})
