import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import type { noticePeople, runningNotices } from '#modules/workflow/notices/model/notice.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { ok } from '../testing.ts'
import type { consequences } from './model/application.ts'
import { type MajorSchool, majorSchool } from './testing.ts'

let s: MajorSchool
let sent: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  s = await majorSchool()
  sent = captureNotifications(s.server)
})
afterAll(() => s.close())
/** A batch whose applicants are settled. */
async function settledBatch(more: Record<string, unknown>, ...given: ReadonlyArray<Record<string, unknown>>) {
  const batchId = await s.batch({ [s.net]: given.length }, more)
  const people = []
  for (const one of given) people.push(await s.applicant(batchId, [s.net], one))
  ok(await s.closeBatch(batchId))
  ok(await s.simulate(batchId))
  ok(await s.settle(batchId))
  return { batchId, people }
}
describe('30-WM3 the effect', () => {
  it('changes roll, record and class in one unit, shown before; who was enrolled meanwhile keeps the old major', async () => {
    const { batchId, people } = await settledBatch({}, {}, {}, {})
    const [plain, classed, gone] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
    await s.db.query(sql`update student set class_id = ${s.ids.s2401} where id = ${classed.id}`)
    await s.db.query(sql`update admitted_student set state = 'enrolled', enrolled_on = current_date where id = ${gone.id}`)
    const sheetOf = async (id: string) => ok(await s.admissions.get<OutputOf<typeof consequences>>('welcome/majorAdjustment/consequences', { id }))
    expect((await sheetOf(classed.adjustmentId)).blocked).toBe('新专业还没有班级')
    expect(ok(await s.effect(batchId))).toEqual({ effective: 1, waiting: 0, noClass: 1, cancelled: 1 })
    const room = { classNo: '240201', name: '网络2401', gradeMajorId: s.net, grade: 2024, majorId: s.ids.network, departmentId: s.ids.info, campusId: s.campusId, capacity: 50 }
    const { id: classId } = await s.db.insert(stuClass, { ...room, startDate: '2024-09-01', expectedEnd: '2027-07-01', state: 'active' })
    expect((await sheetOf(classed.adjustmentId)).lines).toContainEqual({ what: '班级', from: '软件2401', to: '网络2401' })
    const again = await Promise.all([s.effect(batchId), s.effect(batchId)])
    expect(again.map(a => ok(a).effective).sort()).toEqual([0, 1])
    expect([await s.onRoll(plain.id), await s.onRoll(classed.id), await s.onRoll(gone.id)].map(r => r.gradeMajorId)).toEqual([s.net, s.net, s.ids.gm24])
    expect([await s.record(plain.id), await s.record(classed.id)].map(r => [r.gradeMajorId, r.majorId, r.classId])).toEqual([
      [s.net, s.ids.network, null],
      [s.net, s.ids.network, classId],
    ])
    expect(await s.row(gone.adjustmentId)).toMatchObject({ state: 'cancelled' })
    expect((await s.seats(batchId))[s.net]).toEqual([2, 3])
    expect((await sent('welcome.majorChanged', plain.actor.userId)).map(n => n.values?.major)).toEqual(['2024级网络技术'])
  })
})
it('30-WM4 the effect waits for the province where the batch needs it', async () => {
  const { batchId, people } = await settledBatch({ needsFiling: true }, {}, {})
  const [one, two] = people as [(typeof people)[0], (typeof people)[0]]
  const file = (filing: string, adjustmentIds?: string[]) =>
    s.admissions.post<{ count: number }>('welcome/majorAdjustBatch/file', { id: batchId, filing, ...(adjustmentIds ? { adjustmentIds } : {}) })
  expect(ok(await s.effect(batchId))).toMatchObject({ effective: 0, waiting: 2 })
  expect(ok(await file('sent')).count).toBe(2)
  expect(ok(await s.effect(batchId))).toMatchObject({ effective: 0, waiting: 2 })
  expect(ok(await file('approved', [one.adjustmentId])).count).toBe(1)
  expect(ok(await file('sent')).count).toBe(0)
  expect((await s.college.post('welcome/majorAdjustBatch/file', { id: batchId, filing: 'approved' })).code).toBe(403)
  expect(ok(await s.effect(batchId))).toMatchObject({ effective: 1, waiting: 1 })
  expect([(await s.row(one.adjustmentId)).state, (await s.row(two.adjustmentId)).state]).toEqual(['effective', 'placed'])
  expect(ok(await file('approved')).count).toBe(1)
  expect(ok(await s.effect(batchId))).toMatchObject({ effective: 1, waiting: 0 })
})
describe('30-WM2 the place that a leaver frees', () => {
  /** a leaves art for net; b has the place of art, c the one that a frees. */
  async function chain(more: Record<string, unknown> = {}) {
    const batchId = await s.batch({ [s.net]: 1, [s.art]: 1 }, more)
    const a = await s.applicant(batchId, [s.net], { gradeMajorId: s.art, totalScore: 550 })
    const b = await s.applicant(batchId, [s.art], { totalScore: 540 })
    const c = await s.applicant(batchId, [s.art], { totalScore: 530 })
    ok(await s.closeBatch(batchId))
    ok(await s.simulate(batchId))
    expect(ok(await s.settle(batchId))).toMatchObject({ placed: 3 })
    const states = () => Promise.all([a, b, c].map(async one => (await s.row(one.adjustmentId)).state))
    return { batchId, a, b, c, states }
  }
  it('is not there before the leaver is gone: whoever has it waits', async () => {
    const { batchId, a, b, c, states } = await chain({ needsFiling: true })
    const file = (ids: string[]) => s.admissions.post('welcome/majorAdjustBatch/file', { id: batchId, filing: 'approved', adjustmentIds: ids })
    ok(await file([b.adjustmentId, c.adjustmentId]))
    expect(ok(await s.effect(batchId))).toMatchObject({ effective: 1, waiting: 2 })
    expect(await states()).toEqual(['placed', 'effective', 'placed'])
    ok(await file([a.adjustmentId]))
    expect(ok(await s.effect(batchId))).toMatchObject({ effective: 2, waiting: 0 })
    expect(await states()).toEqual(['effective', 'effective', 'effective'])
  })
  it('is taken back when the leaver stays: the last of the ranking who has it loses it, and is told; the places are those there are', async () => {
    const { batchId, a, c, states } = await chain()
    await s.db.query(sql`update admitted_student set state = 'enrolled', enrolled_on = current_date where id = ${a.id}`)
    expect(ok(await s.effect(batchId))).toEqual({ effective: 1, waiting: 0, noClass: 0, cancelled: 2 })
    expect(await states()).toEqual(['cancelled', 'effective', 'rejected'])
    expect(await s.seats(batchId)).toEqual({ [s.net]: [0, 1], [s.art]: [1, 1] })
    expect((await sent('welcome.majorRefused', c.actor.userId)).at(-1)?.values?.reason).toEqual({ text: '转出的人没有转出，空出的名额没有了' })
  })
})
describe('30-WM the public notice of a result', () => {
  it('lasts before anything takes effect; an upheld objection gives the place to the next of the ranking, who goes on notice, too', async () => {
    const batchId = await s.batch({ [s.net]: 1 }, { hasNotice: true })
    const [first, second] = [await s.applicant(batchId, [s.net], { totalScore: 550 }), await s.applicant(batchId, [s.net], { totalScore: 540 })]
    ok(await s.closeBatch(batchId))
    ok(await s.simulate(batchId))
    expect(ok(await s.settle(batchId))).toEqual({ placed: 1, refused: 1 })
    const states = async () => [(await s.row(first.adjustmentId)).state, (await s.row(second.adjustmentId)).state]
    expect([await states(), (await sent('welcome.majorNoticed', first.actor.userId)).length]).toEqual([['publicised', 'rejected'], 1])
    expect(ok(await s.effect(batchId))).toMatchObject({ effective: 0, waiting: 1 })
    const lineOf = async (id: string) =>
      (await s.db.query<{ id: string; shown: Record<string, string> }>(sql`select id, shown from public_notice_line where biz_id = ${id}::uuid and state = 'shown'`))[0]
    const line = await lineOf(first.adjustmentId)
    expect(Object.keys(line?.shown ?? {}).sort()).toEqual(['college', 'item', 'name'])
    // new students read it in their own area, and nothing else that is on notice
    const running = ok(await second.actor.get<Array<OutputOf<typeof runningNotices>>>('workflow/publicNotice/running'))
    expect(running.map(n => [n?.count, n?.mine])).toEqual([[1, 0]])
    const people = ok(await second.actor.get<OutputOf<typeof noticePeople>>('workflow/publicNotice/people', { noticeId: running[0]?.id }))
    expect(people.lines[0]?.values).toContain(line?.shown.item)
    const { id } = ok(await second.actor.post<{ id: string }>('workflow/objection/raise', { lineId: line?.id, grounds: '录取分数登记有误，请核对' }))
    expect(ok(await second.actor.get<Array<{ id: string }>>('workflow/objection/mine')).map(o => o.id)).toEqual([id])
    expect(ok(await s.effect(batchId))).toMatchObject({ effective: 0, waiting: 1 })
    expect(ok(await s.officer.post<{ movedUp: string[] }>('workflow/objection/decide', { id, upheld: true, answer: '核对后分数有误' })).movedUp).toEqual([second.adjustmentId])
    expect([await states(), await s.seats(batchId)]).toEqual([['rejected', 'publicised'], { [s.net]: [1, 1] }])
    await s.db.query(sql`update public_notice_line set state = 'cleared' where biz_id = ${second.adjustmentId}::uuid`)
    expect(ok(await s.effect(batchId))).toMatchObject({ effective: 1, waiting: 0 })
    expect(await states()).toEqual(['rejected', 'effective'])
  })
})
