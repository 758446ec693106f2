import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { addDays, addMonths } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { societyDissolution } from './model/dissolution.ts'
import { society } from './model/society.ts'
import { findCauses } from './server/causes.ts'
import { agreeToReview, countedReview, noticesEnd, ok, openReview, type Pupil, reviewOf, ruleOf, type SocietySchool, societySchool } from './testing.ts'
import { reviewing } from './testing-reviews.ts'

let s: SocietySchool
beforeAll(async () => {
  s = await societySchool()
})
afterAll(() => s.close())
interface Led {
  id: string
  head: Pupil
}
async function led(): Promise<Led> {
  const [id, head] = [await s.society(), await s.pupil()]
  await s.enter(id, head, 'head')
  return { id, head }
}
/** A whole review of these societies, graded like this. */
async function reviewed(grades: ReadonlyArray<readonly [string, 'pass' | 'fail']>): Promise<void> {
  const round = await openReview(s)
  await countedReview(s, round)
  for (const [societyId, grade] of grades) {
    const { id } = await reviewOf(s, round, societyId)
    await agreeToReview(s, id)
    ok(await s.league.post('society/societyReview/grade', { id, grade, reason: '按记录评定' }))
  }
  ok(await s.league.post('society/societyReviewRound/publishReviews', { id: round }))
  await noticesEnd(s)
}
const cases = (societyId: string) => s.db.unscoped(societyDissolution).all({ societyId, state: 'proposed' })
const act = (verb: string, body: object, by = s.league) => by.post(`society/society/${verb}`, body)

describe('what a review leads to', () => {
  it('60-SO3 the review of a trial makes the society active, prolongs the trial once, then puts its end before the league', async () => {
    const [good, bad] = [await led(), await led()]
    await s.db.updateWhere(society, { id: [good.id, bad.id] }, { state: 'probation', probationUntil: today() })
    await reviewing(s).alone(good.id, bad.id)
    await reviewed([
      [good.id, 'pass'],
      [bad.id, 'fail'],
    ])
    expect(await s.row(good.id)).toMatchObject({ state: 'active', probationUntil: null, lastGrade: 'pass' })
    expect(await s.row(bad.id)).toMatchObject({ state: 'probation', probationProlonged: true, probationUntil: addMonths(today(), 12), rectifyUntil: null })
    expect(await cases(bad.id)).toEqual([])
    await reviewing(s).alone(bad.id)
    await reviewed([[bad.id, 'fail']])
    expect(await cases(bad.id)).toMatchObject([{ cause: 'review' }])
    expect((await s.row(bad.id)).state).toBe('probation')
  })
  it('60-SO11 who fails mends for three months and holds only activities of the plan; failed again, it is a case', async () => {
    const { id, head } = await led()
    await reviewing(s).alone(id)
    await reviewed([[id, 'fail']])
    expect(await s.row(id)).toMatchObject({ state: 'active', rectifyUntil: addMonths(today(), 3), lastGrade: 'fail' })
    expect(await cases(id)).toEqual([])
    const at = (days: number, hour: string) => `${addDays(today(), days)}T${hour}:00+08:00`
    const draft = (title: string) => ({
      ...{ organiserId: id, title, summary: '读一本书', category: 'artsSports', level: 'society', startAt: at(40, '19:00'), endAt: at(40, '21:00'), place: '图书馆' },
      ...{ enrolFrom: at(1, '08:00'), enrolTo: at(30, '08:00'), quota: 20, waitlist: 0, hours: 2, points: 1, signRule: 'in' },
    })
    const propose = (title: string) => head.actor.post('activity/activity/propose', draft(title))
    const refused = await propose('读书会')
    expect([ruleOf(refused), (await propose('读书会')).errors[0]?.rule]).toEqual(['rectifying', 'society.society.rectifying'])
    expect((await act('planRectification', { id, activities: ['读书会'] }, s.college)).code).toBe(403)
    ok(await act('planRectification', { id, activities: ['读书会'] }))
    expect([ruleOf(await propose('晚会')), (await propose('读书会')).msg]).toEqual(['rectifying', '成功'])
    ok(await act('closeRectification', { id, outcome: 'passed', reason: '活动和台账都补齐了' }))
    expect(ruleOf(await act('closeRectification', { id, outcome: 'passed', reason: '再按一次' }))).toBe('notRectifying')
    expect((await propose('晚会')).msg).toBe('成功')
    await reviewing(s).alone(id)
    await reviewed([[id, 'fail']])
    const [found] = await cases(id)
    expect(found).toMatchObject({ cause: 'review' })
    expect(await s.db.query(sql`select 1 from todo where biz_id = ${found?.id} and state = 'open' and user_id = ${s.league.userId}`)).toHaveLength(1)
    ok(await s.league.post('society/societyDissolution/dismiss', { id: found?.id, reason: '给最后一次机会' }))
    expect(await s.db.query(sql`select 1 from todo where biz_id = ${found?.id} and state = 'open'`)).toHaveLength(0)
    ok(await act('closeRectification', { id, outcome: 'failed', reason: '没有整改' }))
    expect(await cases(id)).toHaveLength(1)
    ok(await act('closeRectification', { id, outcome: 'failed', reason: '又按一次' }))
    expect(await cases(id)).toHaveLength(1)
  })
})
describe('60-SO14 causes that a job finds', () => {
  it('60-SO14 no head for sixty days, or too few members for a whole term, is put before the league, once', async () => {
    const { id } = await led()
    const headless = await s.society()
    await reviewing(s).alone(id, headless)
    await setParams(s, 'society', { reviewMembers: 0 })
    await findCauses(s.db)
    expect(await s.row(headless)).toMatchObject({ headlessSince: today(), fewSince: null })
    expect((await s.row(id)).headlessSince).toBeNull()
    await findCauses(s.db, addDays(today(), 59))
    expect((await cases(headless)).filter(c => c.cause === 'noHead')).toEqual([])
    await Promise.all([findCauses(s.db, addDays(today(), 60)), findCauses(s.db, addDays(today(), 60))])
    const [found] = await cases(headless)
    expect([await cases(headless), found?.cause]).toMatchObject([[{}], 'noHead'])
    ok(await s.league.post('society/societyDissolution/begin', { id: found?.id }))
    expect(await cases(headless)).toEqual([])
    await findCauses(s.db, addDays(today(), 61))
    expect(await cases(headless)).toEqual([])
    await setParams(s, 'society', { reviewMembers: 20 })
    await findCauses(s.db)
    expect((await s.row(id)).fewSince).toBe(today())
    // too few since before the last whole term began
    await s.db.insert(schoolYear, { xn: '2001-2002', startDate: '2001-09-01', endDate: '2002-07-31' })
    await s.db.insert(term, {
      xn: '2001-2002',
      xqM: '1',
      name: '第一学期',
      week1Start: '2001-09-03',
      weeks: 18,
      startDate: '2001-09-01',
      endDate: '2002-01-20',
      switchDate: '2001-08-25',
    })
    const [last] = await s.db.query<{ startDate: string }>(
      sql`select max(start_date)::text as "startDate" from term where tenant_id = ${s.tenantId} and end_date < ${today()}::date`,
    )
    const startDate = last?.startDate ?? ''
    await s.db.updateWhere(society, { id }, { fewSince: addDays(startDate, 1) })
    await findCauses(s.db)
    expect(await cases(id)).toEqual([])
    await s.db.updateWhere(society, { id }, { fewSince: startDate })
    await findCauses(s.db)
    expect(await cases(id)).toMatchObject([{ cause: 'fewMembers' }])
  })
})
