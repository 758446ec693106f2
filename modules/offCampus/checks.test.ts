import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { askedOn } from '#testing/questions.ts'
import type { Actor } from '#testing/school.ts'
import { offCampusCheck } from './model/off-campus-check.ts'
import { type OffCampusStay, offCampusStay } from './model/off-campus-stay.ts'
import { begin, remind, reports, risks, unchecked } from './server/jobs.ts'
import { day, must, type Pupil, rulesOf, type StayOutSchool, stayOutSchool } from './testing.ts'

const DAY = 86_400_000
let s: StayOutSchool
beforeAll(async () => {
  s = await stayOutSchool()
})
afterAll(() => s.close())

const act = (verb: string, input: object, by: Actor) => by.post(`offCampus/offCampusStay/${verb}`, input)
const todosOf = async (bizId: string): Promise<string[]> =>
  (await s.db.query<{ user: string }>(sql`select user_id as "user" from todo where tenant_id = ${s.tenantId} and biz_id = ${bizId} and state = 'open'`)).map(t => t.user)
/** Somebody who lives outside since today’s clock said two days on. */
async function living(): Promise<{ who: Pupil; stay: OffCampusStay }> {
  const who = await s.pupil()
  const { id } = await s.approved(who, { fromOn: day(1), toOn: day(20) })
  await begin(s.db, Date.now() + 2 * DAY)
  return { who, stay: await s.row(id) }
}
describe('50-OC6 reports', () => {
  it('50-OC6 are asked for each month; after two missed the counsellor has it until the student reports', async () => {
    const heard = captureNotifications(s.server)
    const { who, stay } = await living()
    const due = Date.parse(stay.reportDueAt ?? '')
    await reports(s.db, due - 1000)
    await s.server.settle()
    expect(await heard('offCampus.reportDue', who.actor.userId)).toHaveLength(0)
    for (const late of [1000, 2 * DAY]) await reports(s.db, due + late)
    await s.server.settle()
    expect([(await heard('offCampus.reportDue', who.actor.userId)).length, await todosOf(stay.id)]).toEqual([1, []])
    await reports(s.db, due + 30 * DAY + 1000)
    await s.server.settle()
    expect(await todosOf(stay.id)).toEqual([s.fdy.userId])
    must(await act('report', { id: stay.id, stillThere: true, allWell: true }, who.actor))
    await s.server.settle()
    expect([await todosOf(stay.id), (await s.row(stay.id)).reportMark]).toEqual([[], null])
  })
  it('50-OC6 that something is not well reaches the counsellor at once; others report nothing for the student', async () => {
    const { who, stay } = await living()
    const other = await s.pupil()
    expect((await act('report', { id: stay.id, stillThere: true, allWell: true }, other.actor)).code).toBe(404)
    must(await act('report', { id: stay.id, stillThere: false, allWell: true, changes: '搬到隔壁' }, who.actor))
    await s.server.settle()
    expect(await todosOf(stay.id)).toEqual([s.fdy.userId])
    const listed = await s.fdy.get<{ result: Array<{ changes: string }> }>('offCampus/offCampusReport/list', { studentId: who.id })
    expect(listed.data.result).toMatchObject([{ stillThere: false, changes: '搬到隔壁' }])
  })
})
describe('50-OC6 checks', () => {
  const check = (stay: OffCampusStay, more: object = {}, by: Actor = s.fdy) =>
    by.post<{ id: string }>('offCampus/offCampusCheck/add', { stayId: stay.id, at: new Date(Date.now() - 60_000).toISOString(), way: 'visit', reached: true, ...more })
  it('50-OC6 are noted on the stay; a risk needs a date, goes to the counsellor when it passes, and is closed by solving it once', async () => {
    const { stay } = await living()
    expect(rulesOf(await check(stay, { at: new Date(Date.now() + DAY).toISOString() }))).toEqual(['future'])
    expect(rulesOf(await check(stay, { findings: ['gas'] }))).toEqual(['rectifyBy'])
    const { id } = must(await check(stay, { findings: ['gas'], rectifyBy: day(3) }))
    expect((await s.row(stay.id)).lastCheckAt).not.toBeNull()
    await risks(s.db, Date.now() + 2 * DAY)
    expect(await todosOf(id)).toEqual([])
    await risks(s.db, Date.now() + 5 * DAY)
    await s.server.settle()
    expect(await todosOf(id)).toEqual([s.fdy.userId])
    must(await s.fdy.post('offCampus/offCampusCheck/solve', { id }))
    expect(rulesOf(await s.fdy.post('offCampus/offCampusCheck/solve', { id }))).toEqual(['solved'])
    await s.server.settle()
    expect([await todosOf(id), (await s.db.unscoped(offCampusCheck).one(id)).solvedAt === null]).toEqual([[], false])
  })
  it('50-OC6 each term somebody is to look: the counsellor has it until a check reaches the student, and anew in the next term', async () => {
    const { stay } = await living()
    const due = Date.parse(stay.checkDueAt ?? '')
    const isDue = async () => [(await s.row(stay.id)).isCheckDue, await todosOf(stay.id)]
    await unchecked(s.db, due - 1000)
    expect(await isDue()).toEqual([false, []])
    for (const late of [1000, DAY]) await unchecked(s.db, due + late)
    await s.server.settle()
    expect(await isDue()).toEqual([true, [s.fdy.userId]])
    must(await check(stay, { way: 'phone', reached: false }))
    expect(await isDue()).toEqual([true, [s.fdy.userId]])
    must(await check(stay))
    await s.server.settle()
    const after = await s.row(stay.id)
    expect([await isDue(), Date.parse(after.checkDueAt ?? '') > due, after.unreached]).toEqual([[false, []], true, 0])
  })
  it('50-OC6 whom two checks have not reached goes to the counsellor, until a check or a report does', async () => {
    const { who, stay } = await living()
    const missed = () => check(stay, { way: 'phone', reached: false })
    must(await missed())
    expect(await todosOf(stay.id)).toEqual([])
    const both = await Promise.all([missed(), missed()])
    both.map(must)
    await s.server.settle()
    expect([(await s.row(stay.id)).unreached, await todosOf(stay.id)]).toEqual([3, [s.fdy.userId]])
    must(await act('report', { id: stay.id, stillThere: true, allWell: true }, who.actor))
    await s.server.settle()
    expect(await todosOf(stay.id)).toEqual([])
  })
  it('are for those who live outside now, and for staff who reach them', async () => {
    const who = await s.pupil()
    const coming = await s.approved(who)
    expect(rulesOf(await check(coming))).toEqual(['notLiving'])
    expect((await check(coming, {}, who.actor)).code).toBe(403)
  })
})
it('50-OC6 revoked, the student has seven days to come back, and nights count until then', async () => {
  const heard = captureNotifications(s.server)
  const { who, stay } = await living()
  expect((await act('revoke', { id: stay.id, reason: '燃气隐患没有整改' }, who.actor)).code).toBe(403)
  must(await act('revoke', { id: stay.id, reason: '燃气隐患没有整改' }, s.fdy))
  await s.server.settle()
  expect(await s.row(stay.id)).toMatchObject({ state: 'revoked', lastNight: day(6), endReason: '燃气隐患没有整改' })
  expect(await heard('offCampus.revoked', who.actor.userId)).toHaveLength(1)
})
it('50-OC7 reminds fifteen days before the last night, once', async () => {
  const heard = captureNotifications(s.server)
  const { who, stay } = await living()
  const end = Date.parse(stay.endAt ?? '')
  await remind(s.db, end - 16 * DAY)
  for (const days of [14, 13]) await remind(s.db, end - days * DAY)
  await s.server.settle()
  expect(await heard('offCampus.expiring', who.actor.userId)).toHaveLength(1)
})
it('counts stays by kind, grade, college and area like their list', async () => {
  const now = day(0)
  const { data } = await s.officer.get<{
    applied: number
    byKind: Array<{ applied: number }>
    byGrade: Array<{ applied: number }>
    byCollege: Array<{ applied: number }>
    byArea: Array<{ applied: number }>
  }>('offCampus/offCampusStay/statistics', { from: `${now.slice(0, 4)}-01-01`, to: now })
  expect(data.applied).toBe(await s.db.unscoped(offCampusStay).count())
  for (const groups of [data.byKind, data.byGrade, data.byCollege, data.byArea]) expect(groups.reduce((n, g) => n + g.applied, 0)).toBe(data.applied)
})
it('50 §11 addresses that several students share are listed for whoever reaches them, from as many as the school says', async () => {
  const shared = (by: Actor) => by.get<{ groups: Array<{ address: string; people: Array<{ id: string }> }> }>('offCampus/offCampusStay/shared')
  const homes = await s.db.unscoped(offCampusStay).all({ state: 'active' })
  await setParams(s, 'offCampus', { sharedFrom: Math.max(2, homes.length) })
  if (homes.length < 2) await living()
  const [group] = must(await shared(s.officer)).groups
  expect(group?.people.length).toBe(Math.max(2, homes.length))
  expect(group?.address).toContain('*')
  await setParams(s, 'offCampus', { sharedFrom: 20 })
  expect(must(await shared(s.officer)).groups).toEqual([])
  expect((await shared((await s.pupil()).actor)).code).toBe(403)
})
it('50 §11 the printed application carries the pledge that was signed and what the family answered', async () => {
  const { stay } = await living()
  const words = wordsOfPdf((await s.officer.post('sheet/print/issue', { code: 'offCampusStay', ids: [stay.id] })).raw).replace(/\s/g, '')
  expect([words.includes('每月向学校报告一次'), words.includes('安全承诺书第1版'), words.includes('家长同意书：同意')]).toEqual([true, true, true])
})
it('60-ST1 who lives outside is counted from the first night to the last, on any day', async () => {
  const { who } = await living()
  await s.db.query(sql`insert into class_history (tenant_id, student_id, "from", status, class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date, cause)
    select p.tenant_id, p.id, ${day(-30)}::date, 'active', p.class_id, g.id, g.major_id, g.department_id, g.campus_id, g.grade, g.level, p.gender_code, p.birth_date, 'enrolled'
    from student p join grade_major g on g.tenant_id = p.tenant_id and g.id = p.grade_major_id where p.id = ${who.id}`)
  const seen = await askedOn(s, 'offCampus.living', [day(0), day(1), day(20), day(21)])
  expect(seen.map(a => a.living)).toEqual([0, 1, 1, 0])
})
