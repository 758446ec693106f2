import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Layout } from '#model/print-layout.ts'
import { draftOf } from '#modules/student/testing.ts'
import { pagesOfPdf, wordsOfPdf } from '#server/print/fixture.ts'
import { unzipped } from '#testing/workbook.ts'
import { layoutOf, type PrintSchool, printSchool } from './testing.ts'

let s: PrintSchool
beforeAll(async () => {
  s = await printSchool()
})
afterAll(() => s.school.close())
const numbers = async () => (await s.school.db.query<{ n: number }>(sql`select count(*)::int as n from print_issue`))[0]?.n
const boxed = (lines: number): Layout['blocks'][number] => ({ kind: 'grid', columns: 3, fields: ['name', 'studentNo', 'classId'], lines })
it('10-E8 a layout with limits refuses what does not fit its box or sheet with whom, which box and how much, and gives no number', async () => {
  const long = (await s.admin.post<{ id: string }>('base/student/add', draftOf(s.school.ids.s2301, { name: '阿卜杜热合曼·买买提吐尔逊·艾尔肯' }))).data.id
  const print = (ids: readonly string[], packed = false) => s.admin.post('sheet/print/issue', { code: 'studentCard', ids, packed })
  await s.save({ layout: layoutOf(boxed(1)) })
  const before = await numbers()
  const refused = await print([s.one, long])
  expect([refused.errors.map(e => e.rule), await numbers()]).toEqual([['print.overflow'], before])
  expect(refused.msg).toMatch(/^有 1 处放不下，没有打印：阿卜杜热合曼·买买提吐尔逊·艾尔肯的“姓名”有 [2-4] 行，最多 1 行$/)
  expect((await print([s.one])).status).toBe(200)
  await s.save({ layout: layoutOf(boxed(6)) })
  expect((await print([s.one, long])).status).toBe(200)
  await s.save({ layout: { ...layoutOf({ kind: 'text', text: '说明\n'.repeat(200) }), pages: 2 } })
  expect((await print([s.one])).msg).toMatch(/周雨桐的共 [3-9] 页，最多 2 页$/)
  expect((await s.open()).layout.pages).toBe(2)
  expect((await s.save({ layout: { ...layoutOf(boxed(2)), pages: 0 } })).code).toBe(422)
})
it('10-E8 several papers are packed on demand, each as a file of an archive, named by number and holder', async () => {
  const other = (await s.admin.post<{ id: string }>('base/student/add', draftOf(s.school.ids.s2301, { name: '何晓' }))).data.id
  await s.save({ layout: { ...layoutOf(boxed(2)), pages: 2 } })
  const made = await s.admin.post('sheet/print/issue', { code: 'studentCard', ids: [s.one, other], packed: true })
  expect([made.headers['content-type'], Buffer.from(String(made.headers['content-disposition']).split('=')[1] ?? '', 'base64').toString()]).toEqual([
    'application/zip',
    '学籍卡.zip',
  ])
  const files = [...(await unzipped(made.raw))]
  expect(files.map(([name]) => name.replace(/^\d{4}-\d{6} /, ''))).toEqual(['周雨桐.pdf', '何晓.pdf'])
  for (const [name, pdf] of files) {
    const [issueNo, holder] = name.replace('.pdf', '').split(' ')
    expect([pagesOfPdf(pdf), wordsOfPdf(pdf).includes(issueNo ?? '-'), wordsOfPdf(pdf).includes(holder ?? '-')]).toEqual([1, true, true])
  }
})
