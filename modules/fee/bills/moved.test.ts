import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { schoolYear } from '#modules/campus/model/calendar.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { today } from '#server/base/today.ts'
import { chargeStandard } from '../prices/model/charge-standard.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'

const XN = schoolYearOf(today())
let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
  const from = XN.slice(0, 4)
  await s.db.insert(schoolYear, { xn: XN, startDate: `${from}-09-01`, endDate: `${Number(from) + 1}-08-31` })
  for (const [majorId, amount] of [
    [s.ids.software, 550_000],
    [s.ids.network, 700_000],
  ] as const)
    await s.db.insert(chargeStandard, { itemId: s.items.tuition, xn: '2022-2023', majorId, amount } as never)
  await s.line(550_000, { sourceType: 'standard', sourceId: `${s.payer.id}:${s.items.tuition}`, sourceSeq: XN, xn: XN, explain: { price: 550_000 } })
})
afterAll(() => s.close())
const todos = () => s.db.query<{ userId: string }>(sql`select user_id as "userId" from todo where tenant_id = ${s.tenantId} and biz_type = 'billReprice' and state = 'open'`)
const moved = async (majorId: string) => {
  await s.db.query(sql`update student set major_id = ${majorId} where tenant_id = ${s.tenantId} and id = ${s.payer.id}`)
  await Promise.all([1, 2].map(() => s.db.emit('student.classChanged', { studentId: s.payer.id, effectiveDate: today() })))
  await s.server.settle()
}
it('40-F5 who moves to where another price holds gives finance one task, done when it has repriced; a move at the same price gives none', async () => {
  await moved(s.ids.software)
  expect(await todos()).toEqual([])
  await moved(s.ids.network)
  expect(await todos()).toEqual([{ userId: s.finance.userId }])
  const { digest } = (await s.finance.get<{ digest: string }>('fee/billLine/previewRepricing', { xn: XN })).data
  expect((await s.finance.post('fee/billLine/reprice', { xn: XN, digest })).code).toBe(200)
  expect(await todos()).toEqual([])
})
