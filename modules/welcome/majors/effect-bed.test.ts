import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { type DormWelcome, dormWelcome } from '../dorm/testing.ts'
import { ok } from '../testing.ts'
import type { consequences } from './model/application.ts'
import { type MajorSchool, majorSchool } from './testing.ts'

let s: MajorSchool
let w: DormWelcome
beforeAll(async () => {
  s = await majorSchool()
  w = await dormWelcome(s)
})
afterAll(() => s.close())
it('30-WM3 the sheet names the bed and whether it is lost, and the effect releases it in one unit with the change', async () => {
  const sent = captureNotifications(s.server)
  const room = { classNo: '240201', name: '网络2401', gradeMajorId: s.net, grade: 2024, majorId: s.ids.network, departmentId: s.ids.info, campusId: s.campusId, capacity: 50 }
  const { id: classId } = await s.db.insert(stuClass, { ...room, startDate: '2024-09-01', expectedEnd: '2027-07-01', state: 'active' })
  const only = await w.round({ pool: { dormIds: [], grants: [{ roomIds: [w.place('101')], classIds: [s.ids.s2301] }] } })
  const both = await w.round({ pool: { dormIds: [], grants: [{ roomIds: [w.place('102')], classIds: [s.ids.s2301, classId] }] } })
  await w.link([only, both])
  const batchId = await s.batch({ [s.net]: 3 })
  const someone = async () => {
    const who = await w.someone({ category: 'B', batch: '2', planNature: '0', totalScore: 500 })
    return { ...who, adjustmentId: await s.approved(who, batchId, [s.net]) }
  }
  const [loses, keeps, without] = [await someone(), await someone(), await someone()]
  await w.claimed(loses, only, '101-1')
  await w.claimed(keeps, both, '102-1')
  ok(await s.closeBatch(batchId))
  ok(await s.simulate(batchId))
  ok(await s.settle(batchId))
  const bedLine = async ({ adjustmentId }: { adjustmentId: string }) => {
    const { lines } = ok(await s.admissions.get<OutputOf<typeof consequences>>('welcome/majorAdjustment/consequences', { id: adjustmentId }))
    return lines.find(l => l?.what === '床位')
  }
  const nameOf = async (name: string) => (await s.db.query<{ name: string }>(sql`select full_name as name from dorm_bed where id = ${w.place(name)}`))[0]?.name
  expect(await bedLine(loses)).toEqual({ what: '床位', from: await nameOf('101-1'), to: '释放，重新选' })
  expect(await bedLine(keeps)).toEqual({ what: '床位', from: await nameOf('102-1'), to: '不变' })
  expect(await bedLine(without)).toEqual({ what: '床位', from: '没有', to: '没有' })
  expect(ok(await s.effect(batchId)).effective).toBe(3)
  // the release and the change were written by one transaction
  const [unit] = await s.db.query<{ isOne: boolean }>(sql`select d.xmin::text = j.xmin::text as "isOne" from dorm_stay d, major_adjustment j
    where d.student_id = ${loses.id} and j.id = ${loses.adjustmentId}`)
  expect(unit?.isOne).toBe(true)
  expect([await w.stayOf(loses), (await w.stayOf(keeps))?.state]).toEqual([undefined, 'reserved'])
  expect([await s.onRoll(loses.id), await s.onRoll(keeps.id)].map(r => r.gradeMajorId)).toEqual([s.net, s.net])
  expect(await sent('welcome.chooseAgain', loses.actor.userId)).toMatchObject([{ values: { bed: await nameOf('101-1') } }])
  expect(await sent('welcome.chooseAgain', keeps.actor.userId)).toEqual([])
})
