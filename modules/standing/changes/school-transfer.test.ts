import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { addMonths } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { applied, apply, approveAs, day, type Form, proofOf, rulesOf, type StandingSchool, standingSchool, transferOut } from '../testing.ts'
import { effectDue, watchFilings } from './server/jobs.ts'

let s: StandingSchool
beforeAll(async () => {
  s = await standingSchool()
  await setParams(s, 'workflow', { 'position.leader': s.leader.userId })
})
afterAll(() => s.close())
/** Approved by all who decide: it is on notice now. */
async function onNotice(more: Partial<Form> = {}) {
  const { id, actor } = await s.pupil()
  const made = await applied(actor, await transferOut(s, actor, more))
  for (const by of [s.fdy, s.college, s.officer, s.leader]) await approveAs(by, made.instanceId)
  return { studentId: id, actor, changeId: made.id }
}
async function endNotices(): Promise<void> {
  await s.db.query(sql`update public_notice set begin_at = now() - interval '300 hours', end_at = now() - interval '1 hour' where state = 'running'`)
  await followNotices(s.db)
  await s.server.settle()
}
describe('30-SC a transfer to another school', () => {
  it('needs a proper reason and the score of admission, and leads neither below the line nor to a higher level', async () => {
    const { actor } = await s.pupil()
    const refused = async (more: Partial<Form>) => rulesOf(await apply(actor, await transferOut(s, actor, more)))
    expect(await refused({ reasonText: null, otherLevel: null, admissionScore: null, lineScore: null })).toEqual(['scoreMissing', 'scoreMissing', 'scoreMissing', 'reasonMissing'])
    expect(await refused({ admissionScore: 469.5 })).toEqual(['belowLine'])
    expect(await refused({ otherLevel: '4' })).toEqual(['higherLevel'])
    expect(await refused({ admissionScore: 470 })).toEqual([])
  })
  it('is on notice for five working days with the score before it takes effect, and is filed within three months', async () => {
    const told = captureNotifications(s.server)
    const { studentId, changeId } = await onNotice()
    expect(await s.change(changeId)).toMatchObject({ state: 'publicised', effectState: 'none' })
    const [notice] = await s.db.query<{ workdays: number; columns: string[]; level: string; shown: Record<string, string> }>(
      sql`select n.workdays, n.columns, n.level, l.shown from public_notice n join public_notice_line l on l.notice_id = n.id where l.biz_id = ${changeId}`,
    )
    expect(notice).toMatchObject({ workdays: 5, level: 'school', shown: { admissionScore: '486', item: expect.stringContaining('转出至 省工业大学') } })
    expect(await effectDue(s.db, day(400))).toBe(0)
    expect((await s.record(studentId)).status).toBe('active')
    await endNotices()
    expect([(await s.record(studentId)).status, (await s.change(changeId)).effectState]).toEqual(['transferredOut', 'effective'])
    const last = addMonths(today(), 3)
    const due = async () => {
      const { data } = await s.officer.get<{ result: Array<{ id: string }> }>('standing/statusChange/list', { 'filingDueAt.isNull': 'false', 'filedOn.isNull': 'true', size: 100 })
      return data.result.map(r => r.id)
    }
    expect(await due()).toEqual([changeId])
    const at = (days: number) => Date.parse(`${last}T12:00:00Z`) + days * DAY_MS
    for (const days of [-40, -29, -28, 1, 2]) await watchFilings(s.db, at(days))
    const heard = async (event: string) => (await told(event, s.officer.userId)).filter(h => h.bizId === changeId).map(h => h.values?.due)
    expect([await heard('standing.filingDue'), await heard('standing.filingOver')]).toEqual([[last], [last]])
    const file = (by: typeof s.officer) => by.post('standing/statusChange/file', { id: changeId, filedOn: today(), filingNo: '黔教备〔2026〕12号' })
    expect((await file(s.college)).code).not.toBe(200)
    expect((await file(s.officer)).msg).toBe('成功')
    expect(await due()).toEqual([])
  })
  it('does not happen when an objection is upheld; nor while one is open', async () => {
    const [one, two] = [await onNotice(), await onNotice({ effectiveDate: day(30) })]
    const witness = await s.pupil()
    const raise = async (changeId: string) => {
      const [line] = await s.db.query<{ id: string }>(sql`select id from public_notice_line where biz_id = ${changeId}`)
      return (await witness.actor.post<{ id: string }>('workflow/objection/raise', { lineId: line?.id, grounds: '录取分数与公布的不一致，请核对' })).data.id
    }
    const [first, second] = [await raise(one.changeId), await raise(two.changeId)]
    await endNotices()
    expect([(await s.change(one.changeId)).state, (await s.change(two.changeId)).state]).toEqual(['publicised', 'publicised'])
    await s.officer.post('workflow/objection/decide', { id: first, upheld: true, answer: '经核实分数有误' })
    await s.officer.post('workflow/objection/decide', { id: second, upheld: false, answer: '经核实分数无误' })
    await s.server.settle()
    expect(await s.change(one.changeId)).toMatchObject({ state: 'rejected', effectState: 'none' })
    expect(await s.change(two.changeId)).toMatchObject({ state: 'approved', effectState: 'scheduled', effectiveDate: day(30) })
    expect((await s.record(one.studentId)).status).toBe('active')
  })
})
it('30-SC a transfer from another school is entered by its document, shown, and takes effect after the notice', async () => {
  const { id } = await s.pupil()
  await s.db.update(student, id, { status: 'preEnrolled' })
  const form = {
    ...{ studentId: id, typeId: s.types.transferIn, reasonCode: '15', reasonText: '随父母工作调动', effectiveDate: today(), docNo: '黔教学〔2026〕7号' },
    ...{ otherSchool: '市职业学院', otherLevel: '5', admissionScore: 455, lineScore: 450, proofs: await proofOf(s.officer) },
  }
  const post = (more: object) => s.officer.post<{ id: string }>('standing/statusChange/applyFor', { ...form, ...more })
  expect(rulesOf(await post({ otherLevel: '6' }))).toEqual(['higherLevel'])
  expect(rulesOf(await post({ lineScore: 460 }))).toEqual(['belowLine'])
  const made = await post({})
  expect(await s.change(made.data.id)).toMatchObject({ state: 'publicised', effectState: 'none', applyWay: 'document' })
  await endNotices()
  expect([(await s.record(id)).status, (await s.change(made.data.id)).effectState]).toEqual(['active', 'effective'])
})
