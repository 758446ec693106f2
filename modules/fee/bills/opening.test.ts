import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftOf } from '#modules/student/testing.ts'
import { mismatches } from '#server/ledger/check.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { billLedger, billLine } from './model/bill-line.ts'
import { openingBalance } from './model/opening-balance.ts'
import { takeMoney } from './server/settle.ts'

let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
})
afterAll(() => s.close())
const HEADER = ['学生', '收费项目', '学年', '欠费', '缴费截止', '说明']
const numberOf = async (id: string) => (await s.db.query<{ no: string }>(sql`select student_no as no from student where id = ${id}`))[0]?.no ?? ''
const linesOf = (studentId: string) => s.db.unscoped(billLine).all({ studentId, sourceType: 'opening' }, { sort: ['xn'] })
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule

it('opening balances come from a sheet, are lines of the bill that are paid like others, once however often the sheet is sent', async () => {
  const { id } = (await (await s.as({ roles: ['officer'] })).post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '欠费生' }))).data
  const no = await numberOf(id)
  await s.line(80_00, { xn: '2024-2025', payer: { type: 'student', id, name: '欠费生' } })
  const rows = [
    [no, '学费', '2023-2024', '1200.5', '2024-06-30', '原系统转入'],
    [no, '住宿费', '2023-2024', '300', '2024-06-30', ''],
    [no, '学费', '2024-2025', '100', '2025-06-30', ''],
    [no, '学费', '2024-2026', '100', '2025-06-30', ''],
  ]
  const send = async (some: typeof rows) => {
    const sent = await upload<{ jobId: string }>(s.finance, 'fee/openingBalance/import', await sheet(HEADER, some), '期初欠费.xlsx', { mode: 'upsert' })
    return settled(s.finance, sent.data.jobId)
  }
  expect((await send(rows)).errors.map(e => e.rule.split('.').at(-1)).sort()).toEqual(['billed', 'year'])
  await commit(s.finance, await send(rows.slice(0, 2)))
  await commit(s.finance, await send(rows.slice(0, 2)))
  const lines = await linesOf(id)
  expect(lines.map(l => [l.charged, l.owed, l.dueDate, l.explain?.note])).toEqual(
    expect.arrayContaining([
      [1200_50, 1200_50, '2024-06-30', '原系统转入'],
      [300_00, 300_00, '2024-06-30', '启用本系统前的欠费'],
    ]),
  )
  expect(lines).toHaveLength(2)
  expect(await mismatches(s.db, billLedger)).toEqual([])
})
it('one is entered by hand, not where the item of the year is billed already; removed as long as nothing is paid', async () => {
  const { id: studentId } = s.payer
  const add = (xn: string) => s.finance.post<{ id: string }>('fee/openingBalance/add', { studentId, itemId: s.items.tuition, xn, amount: 500_00, dueDate: '2023-06-30' })
  await s.line(100_00, { xn: '2025-2026' })
  expect([ruleOf(await add('2025-2026')), ruleOf(await add('2025-2027'))]).toEqual(['fee.openingBalance.billed', 'fee.openingBalance.year'])
  const [{ data: first }, { data: second }] = [await add('2021-2022'), await add('2022-2023')]
  const [paid] = await linesOf(studentId)
  await takeMoney(s.db, { sourceType: 'test', sourceId: 'opening' }, 'own', [{ lineId: paid?.id ?? '', amount: 50_00 }])
  const remove = async (id: string) => (await s.finance.post<{ failed: Array<{ msg: string }> }>('fee/openingBalance/remove', { ids: [id] })).data.failed.map(f => f.msg)
  expect(await remove(first.id)).toEqual([expect.stringContaining('已经缴了 50.00 元')])
  expect(await remove(second.id)).toEqual([])
  await s.server.settle()
  expect((await linesOf(studentId)).map(l => [l.charged, l.closedAt !== null])).toEqual([
    [500_00, false],
    [0, true],
  ])
  expect(await s.db.unscoped(openingBalance).count({ studentId })).toBe(1)
})
