import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { figures } from '#modules/desk/model/layout.ts'
import type { Actor } from '#testing/school.ts'
import { type ReconSchool, reconSchool, YESTERDAY } from './testing.ts'

let s: ReconSchool
beforeAll(async () => {
  s = await reconSchool()
})
afterAll(() => s.close())
const seenBy = async (who: Actor) => {
  const { data } = await who.get<Array<OutputOf<typeof figures>>>('base/desktopLayout/figures')
  return Object.fromEntries(data.filter(f => f.code.startsWith('fee.')).map(f => [f.code, [f.value, f.note]]))
}

it('40-F19 finance’s desk counts what came in today, test money apart, the differences that wait, and who is in arrears', async () => {
  const finance = await s.as({ roles: ['finance'], userType: 1 })
  expect(await seenBy(finance)).toEqual({ 'fee.received': [0, '0.00 元'], 'fee.differences': [0, null], 'fee.arrears': [0, '0.00 元'] })
  const { orderNo } = await s.order([await s.line(200_00)], 200_00)
  await s.pay(orderNo)
  await s.line(300_00, { dueDate: YESTERDAY })
  expect((await seenBy(finance))['fee.received']).toEqual([0, '0.00 元'])
  await s.db.query(sql`update pay_order set is_test = false where order_no = ${orderNo}`)
  expect(await seenBy(finance)).toEqual({ 'fee.received': [1, '200.00 元'], 'fee.differences': [0, null], 'fee.arrears': [1, '300.00 元'] })
  // a student sees what they owe themselves and none of the school's figures
  expect(await seenBy(s.student)).toEqual({ 'fee.mine': [1, '300.00 元'] })
})
