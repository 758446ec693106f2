import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { YEAR } from '#modules/admission/testing.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { goodsOrder, goodsStock, welcomeGoods } from './goods/model/goods.ts'
import { demoGoods } from './goods/server/demo.ts'
import { greenChannel } from './green/model/green-channel.ts'
import { demoGreen } from './green/server/demo.ts'
import { welcomeInfo } from './information/model/info.ts'
import { demoInformation } from './information/server/demo.ts'
import { welcomePoint } from './steps/model/point.ts'
import { type WelcomeSchool, welcomeSchool } from './testing.ts'
import { idVerification } from './verify/model/verification.ts'
import { demoVerify } from './verify/server/demo.ts'

const PEOPLE = 12
let s: WelcomeSchool
let batchId: string
beforeAll(async () => {
  s = await welcomeSchool()
  for (let n = 0; n < PEOPLE; n++) await s.newcomer(n ? {} : { name: '新同学' })
  batchId = await s.published([{ code: 'information', kind: 'auto', autoSource: 'welcome.information' }, { code: 'goods' }])
  await s.db.query(sql`update admitted_student set state = 'intended', answered_at = now()`)
})
afterAll(() => s.close())
it('the demo has information of most new students, some of it half told', async () => {
  await demoInformation(s.db, batchId)
  const rows = await s.db.unscoped(welcomeInfo).all()
  expect(rows.length).toBeGreaterThan(0)
  for (const { family, sections, completedAt } of rows) expect([family?.length, sections?.length]).toEqual([1, completedAt ? 7 : 2])
})
it('the demo has applications for the green channel whose bills are deferred', async () => {
  await s.db.insert(chargeItem, { code: 'tuition', name: '学费', nature: 'administrative', filingNo: 'JY1', period: 'year' })
  await s.db.query(sql`update student set name = '新同学' where id in (select student_id from welcome_member)`)
  await demoGreen(s.db, batchId, YEAR)
  const rows = await s.db.unscoped(greenChannel).all()
  expect(rows.length).toBe(PEOPLE / 2)
  const [late] = await s.db.query<{ n: number }>(sql`select count(*)::int as n from bill_line where defer_until is not null and owed > 0`)
  expect(late?.n).toBe(rows.length)
})
it('the demo has goods, orders of most, and stock that adds up', async () => {
  await s.db.insert(chargeItem, { code: 'bedding', name: '床上用品费', nature: 'agency', period: 'once', optional: true } as never)
  await s.db.insert(welcomePoint, { batchId, name: '后勤大厅', campusId: s.campusId, stepCodes: ['goods'], staff: [s.officer.userId] })
  await demoGoods(s.db, batchId, s.officer.userId)
  expect(await s.db.unscoped(welcomeGoods).count({ batchId })).toBe(3)
  const orders = await s.db.unscoped(goodsOrder).all({ batchId })
  expect(orders.length).toBeGreaterThan(0)
  const ordered = orders.flatMap(o => o.lines).length
  const stock = await s.db.unscoped(goodsStock).all()
  expect(stock.reduce((sum, row) => sum + row.received - 20, 0)).toBe(ordered)
})
it('the demo has verifications of those who are here: one that failed, and doubts', async () => {
  await s.db.query(sql`update welcome_member set arrived_at = now()`)
  const { id } = await s.db.insert(welcomePoint, { batchId, name: '体育馆', campusId: s.campusId, stepCodes: ['goods'], staff: [s.officer.userId] })
  await demoVerify(s.db, batchId, id, s.officer.userId)
  const rows = await s.db.unscoped(idVerification).all({ batchId })
  expect(rows.filter(r => r.result === 'fail')).toHaveLength(1)
  expect(rows.filter(r => r.result === 'doubt').length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThan(PEOPLE)
})
