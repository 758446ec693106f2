import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { liveTogether } from '#modules/dormitory/stays/testing.ts'
import { warningCase } from '#modules/warning/model/warning-case.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import type { talkCoverage, workProgress, workStatistics } from './model/actions.ts'
import { type LogSchool, logSchool, ok, ruleOf } from './testing.ts'

let s: LogSchool
beforeAll(async () => {
  s = await logSchool()
})
afterAll(() => s.close())
const clear = () => s.db.query(sql`delete from work_log`)
const pupil = (n: number): string => s.pupils[n] as string

describe('coverage and quotas', () => {
  const coverage = async (who: Actor, more = {}) => ok(await who.get<OutputOf<typeof talkCoverage>>('counsellor/workLog/coverage', more))
  const progress = async (who: Actor) => ok(await who.get<OutputOf<typeof workProgress>>('counsellor/workQuota/progress')).rows.flatMap(r => r ?? [])
  it('50-CW6 counts students once, by the class of the day of the talk', async () => {
    await clear()
    ok(await s.log())
    ok(await s.log())
    ok(await s.log({ studentIds: [pupil(0), pupil(1)] }))
    // neither a visit of the room nor a draft is a talk
    ok(await s.log({ kind: 'roomVisit', studentIds: [pupil(2)], words: '看望' }))
    const own = await coverage(s.fdy)
    expect(own.classes).toMatchObject([{ label: '软件2301', students: 3, talked: 2, never: 1, percent: 66.7 }])
    expect(own.students.map(p => [p?.name, p?.talks, p?.lastOn !== null])).toEqual([
      ['周雨桐', 3, true],
      ['陈一诺', 1, true],
      ['沈嘉木', 0, false],
    ])
    expect(own.students.map(p => p?.byMonth.reduce((n: number, one) => n + (one ?? 0), 0))).toEqual([3, 1, 0])
    const all = await coverage(s.officer)
    expect(all.classes.map(c => [c?.label, c?.never])).toEqual(
      expect.arrayContaining([
        ['软件2301', 1],
        ['网络2301', 1],
      ]),
    )
    // what was said to a student before they came into a class does not count for it
    await s.db.query(sql`update class_history set "from" = ${today()}::date, class_id = ${s.ids.n2301} where student_id = ${s.other}`)
    expect((await coverage(s.he, { classId: s.ids.s2301 })).students).toEqual([])
  })
  it('50-CW6 a talk in a former class stays there', async () => {
    const moved = pupil(2)
    const then = addDays(today(), -2)
    ok(await s.log({ studentIds: [moved], startedAt: schoolInstant(then, '09:00') }))
    const before = await coverage(s.officer)
    const of = (c: typeof before, id: string) => c.classes.find(one => one?.classId === id)
    expect(of(before, s.ids.s2301)).toMatchObject({ talked: 3, never: 0 })
    await s.db.query(sql`update class_history set "to" = ${today()}::date where student_id = ${moved} and "to" is null`)
    await s.db.query(sql`insert into class_history (tenant_id, student_id, "from", status, class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date, cause)
      select tenant_id, student_id, ${today()}::date, status, ${s.ids.n2301}, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date, 'classChanged' from class_history where student_id = ${moved}`)
    await s.db.query(sql`update student set class_id = ${s.ids.n2301} where id = ${moved}`)
    const after = await coverage(s.officer)
    expect(of(after, s.ids.s2301)).toMatchObject({ students: 2, talked: 3, never: 0 })
    expect(of(after, s.ids.n2301)).toMatchObject({ students: 2, talked: 0, never: 2 })
  })
  it('50-CW6 quotas are those of the school; who has done how much is seen by college and office, by a counsellor of themselves', async () => {
    await clear()
    // a talk with somebody who has left the class does not stand for somebody in it
    ok(await s.log())
    ok(await s.log({ studentIds: [pupil(2)], startedAt: schoolInstant(addDays(today(), -2), '09:00') }))
    expect((await progress(s.fdy)).find(r => r.kind === 'talk')).toMatchObject({ asked: 2, done: 1, lacking: 1 })
    await clear()
    ok(await s.log({ studentIds: [pupil(0), pupil(1)] }))
    ok(await s.log({ kind: 'classMeeting', studentIds: [], classIds: [s.ids.s2301], words: '安全教育', startedAt: s.ago(0) }))
    const own = await progress(s.fdy)
    expect(new Set(own.map(r => r.teacherId))).toEqual(new Set([s.ids.lin]))
    expect(own.find(r => r.kind === 'talk')).toMatchObject({ period: 'year', coverage: 'everyStudent', done: 2 })
    expect(own.find(r => r.kind === 'classMeeting')).toMatchObject({ asked: 2, done: 1, lacking: 1 })
    expect(own.find(r => r.kind === 'lesson')).toMatchObject({ asked: 4, done: 0, lacking: 4 })
    expect((await progress(s.college)).filter(r => r.kind === 'lesson')).toHaveLength(2)
    const add = (more: object) => s.officer.post('counsellor/workQuota/add', { kind: 'duty', period: 'term', minCount: 1, coverage: 'none', ...more })
    expect(ruleOf(await add({ coverage: 'everyStudent' }))).toBe('onlyTalks')
    ok(await add({}))
    expect((await progress(s.fdy)).find(r => r.kind === 'duty')).toMatchObject({ asked: 1, done: 0 })
    expect((await s.fdy.post('counsellor/workQuota/add', { kind: 'aid', period: 'term', minCount: 1, coverage: 'none' })).code).toBe(403)
  })
  it('statistics are of the reader’s scope', async () => {
    const span = { from: addDays(today(), -5), to: today() }
    const of = async (who: Actor) => ok(await who.get<OutputOf<typeof workStatistics>>('counsellor/workLog/statistics', span))
    expect(await of(s.college)).toMatchObject({ logs: 2, talks: 1, minutes: 60, students: 4, hoursPer100: 25 })
    expect((await of(s.he)).logs).toBe(0)
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await of(art)).logs).toBe(0)
  })
  it('50-CW6 key students are those on the counsellor’s list of warnings; each of them counts, and nobody else learns who they are', async () => {
    await clear()
    const [one, two] = [pupil(0), pupil(1)]
    const warned = (studentId: string, source: string, more = {}) =>
      s.db.insert(warningCase, {
        ...{ studentId, departmentId: s.ids.info, classId: s.ids.s2301, score: 200, level: 'urgent', state: 'open', openedAt: s.ago(60) },
        ...{ parts: [{ signalId: 'x', source, title: '信号', value: 1, at: s.ago(60), points: 200, link: null }], ...more },
      })
    await warned(one, 'warning.marked')
    // a source that counsellors do not read, and one that is over, make nobody a key student
    await warned(two, 'nobody.reads')
    await warned(s.other, 'warning.marked', { state: 'closed', closedAt: s.ago(30), outcome: 'none', closedById: s.officer.userId })
    const quota = async (who: Actor) => (await progress(who)).filter(r => r.coverage === 'keyStudents').map(r => [r.name, r.asked, r.done])
    expect(await quota(s.fdy)).toEqual([['林知夏', 1, 0]])
    expect((await quota(s.officer)).toSorted()).toEqual([
      ['何文博', 0, 0],
      ['林知夏', 1, 0],
    ])
    ok(await s.log({ studentIds: [two] }))
    expect(await quota(s.fdy)).toEqual([['林知夏', 1, 0]])
    ok(await s.log({ studentIds: [one] }))
    expect(await quota(s.fdy)).toEqual([['林知夏', 1, 1]])
    const keys = async (who: Actor) => (await coverage(who, { classId: s.ids.s2301 })).students.flatMap(p => (p?.isKey ? [p.name] : []))
    expect([await keys(s.fdy), await keys(s.officer), await keys(s.college)]).toEqual([['周雨桐'], [], []])
  })
  it('50-CW6 rooms count once each, by who lived there on the day of the visit', async () => {
    await clear()
    const add = (more: object) => s.officer.post('counsellor/workQuota/add', { kind: 'roomVisit', period: 'month', minCount: 2, coverage: 'everyRoom', ...more })
    expect(ruleOf(await add({ kind: 'duty' }))).toBe('onlyVisits')
    ok(await add({}))
    const quota = async () => (await progress(s.fdy)).filter(r => r.coverage === 'everyRoom').map(r => [r.period, r.asked, r.done])
    expect((await quota()).map(q => q[1])).toEqual([0, 0])
    await liveTogether(s, [pupil(0), pupil(1)])
    const visit = (studentIds: string[], more = {}) => s.log({ kind: 'roomVisit', studentIds, words: '看望', startedAt: s.ago(0), ...more })
    ok(await visit([pupil(0), pupil(1)]))
    expect((await quota()).toSorted()).toEqual([
      ['month', 1, 0],
      ['term', 1, 1],
    ])
    ok(await visit([pupil(1)]))
    expect((await quota()).toSorted()).toEqual([
      ['month', 1, 1],
      ['term', 1, 1],
    ])
  })
})
