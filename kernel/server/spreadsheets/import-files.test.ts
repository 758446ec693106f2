import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { importSheet, type Job, openRoster, type Roster, rowsOfFile, settled, sheet, upload } from '#testing/roster.ts'
import { rawWorkbook, textRows } from '#testing/workbook.ts'

// Every import starts a process, slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
let r: Roster
beforeAll(async () => {
  r = await openRoster()
})
afterAll(() => r.close())
const HEADER = ['学员号', '姓名', '小队', '入队日期', '积分']
const failure = async (file: Buffer, name = '名册.xlsx'): Promise<string> => {
  const job = await importSheet(r.officer, 'pupil', file, {}, name)
  expect(job.state).toBe('failed')
  return `${job.message}${job.errors.length > 1 ? `|${job.errors.map(e => e.msg).join('|')}` : ''}`
}
it('10-E2 refuses wrong, doubled and kept headers, naming all of them', async () => {
  expect(await failure(await sheet(['编号', '名字'], [['1', '张三']]))).toMatch(/^没有找到表头，应有“学员号”“姓名”“小队”“入队日期”等列；文件第一行是：编号、名字$/)
  const several = await failure(await sheet(['姓名', '姓名', '组别', '班主任', '小队', '积分', '水平'], [['张三', '', '', '', '', '', '']]))
  expect(several).toContain('“姓名”出现了两次（1 列和 2 列）')
  expect(several).toContain('“组别”由系统维护，不能导入，请删除这一列')
  expect(several).toContain('没有“班主任”这一列')
  expect(several).toContain('缺少“学员号”这一列')
})
it('refuses merged cells, empty sheets and oversized ones with the reason; takes the sheet that has the header', async () => {
  const data = textRows([HEADER, ['P1', '张三', 'A1', '2026-09-01', '1'], ['P2', '', '', '', '']])
  expect(await failure(await rawWorkbook([{ xml: `${data}<mergeCells><mergeCell ref="B2:B3"/></mergeCells>` }]))).toBe('数据区有合并的单元格（B2:B3），请取消合并后再上传')
  expect(await failure(await sheet(HEADER, []))).toBe('表格里没有数据')
  const title = textRows([['2026 级学员名册'], [], HEADER, ['P1', '张三', 'A1', '2026-09-01', '1']])
  const sheets = [
    { name: '旧', hidden: true, xml: textRows([HEADER, ['X1', '旧', 'A1', '2026-09-01', '1']]) },
    { name: '说明', xml: textRows([['请填写第三张表']]) },
    { name: '名册', xml: `${title}<mergeCells><mergeCell ref="A1:E1"/></mergeCells>` },
  ]
  expect(await importSheet(r.officer, 'pupil', await rawWorkbook(sheets))).toMatchObject({ state: 'ready', total: 1, toAdd: 1 })
})
it('refuses an .xls renamed .xlsx, other files and a zip bomb before or while reading', async () => {
  const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])
  const renamed = await upload(r.officer, 'roster/pupil/import', ole, '名册.xlsx')
  expect(renamed).toMatchObject({ code: 422 })
  expect(renamed.errors[0]?.msg).toMatch(/旧版 \.xls/)
  expect((await upload(r.officer, 'roster/pupil/import', Buffer.from('a,b'), '名册.csv')).errors[0]?.rule).toBe('file.type')
  expect((await upload(r.officer, 'roster/pupil/import', Buffer.alloc(0), '名册.xlsx')).errors[0]?.rule).toBe('file.empty')
  const bomb = await rawWorkbook([{ xml: `${textRows([HEADER]).replace('</sheetData>', '')}<row><c t="str"><v>${' '.repeat(40_000_000)}</v></c></row></sheetData>` }])
  expect(await failure(bomb)).toMatch(/压缩比过高/)
})
it('10-E1 gives a template that its own import takes back without the example, and refuses an old one with the new one attached', async () => {
  const template = await r.officer.post('roster/pupil/importTemplate')
  expect(Buffer.from(/filename=(.+)$/.exec(template.headers['content-disposition'] ?? '')?.[1] ?? '', 'base64').toString()).toBe('学员导入模板.xlsx')
  expect(await failure(template.raw)).toBe('表格里没有数据')
  const rows = await sheet(HEADER, [['P1', '张三', 'A1', '2026-09-01', 5]], { properties: { qinglan: 'pupil:000000000000' } })
  const old = await importSheet(r.officer, 'pupil', rows)
  expect(old).toMatchObject({ state: 'failed', message: '这是旧版模板，列已有变化，请使用新模板（见附件）重新填写' })
  expect((await rowsOfFile(r, r.officer, old.errorFileId))[0]).toContain('学员号')
  expect(await failure(await sheet(HEADER, [['P1', '张三', 'A1', '2026-09-01', 5]], { properties: { qinglan: 'squad:1' } }))).toBe('这是另一类数据的导入模板，不能用来导入学员')
})
it('refuses more rows than it takes, with both numbers', async () => {
  const rows = Array.from({ length: 100_001 }, (_, i) => [`P${i}`, '张三', 'A1', '2026-09-01', 1])
  const file = await sheet(HEADER, rows)
  expect(await failure(file)).toBe('文件有 100001 行数据，一次最多导入 100000 行，请分成几个文件')
})
it('answers in the language of the reader', async () => {
  const job = await importSheet(r.officer, 'pupil', await sheet(HEADER, [['P1', '', 'A1', '2026-09-01', 1]]))
  expect(job.errors[0]?.msg).toBe('请填写姓名')
  const { data } = await r.officer.get<Job>('sheet/importJob/getOne', { id: job.id })
  expect(data.errors[0]?.rule).toBe('value.required')
  await settled(r.officer, job.id)
})
