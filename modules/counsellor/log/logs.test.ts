import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { classStaff } from '#modules/campus/model/people.ts'
import { citizenNo } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import type { logWork, talkCoverage } from './model/actions.ts'
import { NEUTRAL, workLog } from './model/work-log.ts'
import { type LogSchool, logSchool, ok, ruleOf } from './testing.ts'

let s: LogSchool
beforeAll(async () => {
  s = await logSchool()
})
afterAll(() => s.close())
type Listed = { id: string; version: number; people: string | null; content: string | null; talkContent?: string; result?: string; state: string; isLate: boolean }
const list = async (who: Actor, query = {}) => ok(await who.get<{ result: Listed[] }>('counsellor/workLog/list', query)).result
const one = async (who: Actor, id: string) => ok(await who.get<Listed>('counsellor/workLog/getOne', { id }))
const stored = (id: string) => s.db.unscoped(workLog).one(id)
const clear = () => s.db.query(sql`delete from work_log`)
const pupil = (n: number): string => s.pupils[n] as string

describe('writing', () => {
  it('who, kind and words are enough; the words of a talk are for their author alone', async () => {
    const { id } = ok(await s.log({ words: '只此一句', result: '另一句' }))
    const row = await stored(id)
    expect([row.authorId, row.people, row.content, row.talkContent, row.state]).toEqual([s.ids.lin, '周雨桐', null, '只此一句', 'submitted'])
    const own = await one(s.fdy, id)
    expect([own.talkContent, own.result]).toEqual(['只此一句', '另一句'])
    for (const who of [s.college, s.officer]) {
      const answer = await who.get('counsellor/workLog/list')
      expect(JSON.stringify(answer)).toContain(id)
      expect(JSON.stringify(answer)).not.toMatch(/只此一句|另一句/)
      expect(JSON.stringify(await who.get('counsellor/workLog/getOne', { id }))).not.toMatch(/只此一句|另一句/)
      expect((await who.get('counsellor/workLog/reveal', { id, field: 'talkContent' })).code).not.toBe(200)
      expect(JSON.stringify(await who.get('counsellor/workLog/history', { id }))).not.toMatch(/只此一句|另一句/)
    }
    // another counsellor does not find it at all
    expect(await list(s.he)).toEqual([])
    expect((await s.he.post('counsellor/workLog/update', { id, version: 1, minutes: 5 })).code).toBe(404)
    await expect(s.db.query(sql`update work_log set kind = 'duty' where id = ${id}`)).rejects.toThrow('work_log_words')
  })
  it('other kinds are read by college and office, who comment; nobody comments on their own', async () => {
    const { id } = ok(await s.log({ kind: 'duty', studentIds: [], words: '夜间值班，无异常' }))
    expect((await list(s.college)).find(r => r.id === id)?.content).toBe('夜间值班，无异常')
    expect((await s.fdy.post('counsellor/workLog/comment', { id, comment: '很好' })).code).toBe(403)
    // whoever holds both roles
    const idNo = citizenNo('11010119820101999')
    const both = { staffNo: 'T003', name: '梁既白', genderCode: '1', idType: '1', idNo, departmentId: s.ids.info, staffCategory: 'fullFdy', phone: '13912345678' }
    const teacherId = ok(await s.officer.post<{ id: string }>('base/teacher/add', both)).id
    await s.server.settle()
    await s.db.query(sql`delete from sys_user where teacher_id = ${teacherId}`)
    const self = await s.as({ roles: ['fdy', 'college'], teacherId, departmentId: s.ids.info })
    const own = ok(await s.log({ kind: 'duty', studentIds: [], words: '白天值班' }, self)).id
    expect((await self.post('counsellor/workLog/comment', { id: own, comment: '很好' })).code).toBe(404)
    ok(await s.college.post('counsellor/workLog/comment', { id, comment: '辛苦了' }))
    expect(ruleOf(await s.college.post('counsellor/workLog/comment', { id, comment: '再来一次' }))).toBe('state')
    // what was commented on stays as it was read
    const { version } = await stored(id)
    expect(ruleOf(await s.fdy.post('counsellor/workLog/update', { id, version, minutes: 5 }))).toBe('state')
    expect((await s.fdy.post('counsellor/workLog/remove', { ids: [id] })).data).toMatchObject({ failed: [{ id }] })
  })
  it('refuses a talk with nobody, a class meeting without a class, other work without words, and an account that is no staff', async () => {
    expect(ruleOf(await s.log({ studentIds: [] }))).toBe('needsStudent')
    expect(ruleOf(await s.log({ kind: 'classMeeting', studentIds: [] }))).toBe('needsClass')
    expect(ruleOf(await s.log({ kind: 'duty', words: ' ' }))).toBe('needsWords')
    expect(ruleOf(await s.log({}, await s.as({ roles: ['fdy'] })))).toBe('notStaff')
    ok(await s.log({ kind: 'classMeeting', studentIds: [], classIds: [s.ids.s2301], words: '安全教育' }))
    expect(ruleOf(await s.log({ kind: 'classMeeting', studentIds: [], classIds: [s.ids.n2301], words: '安全教育' }))).toBe('notOwnClassThen')
  })
  it('the words of an entry stay where they belong when it is changed', async () => {
    const talk = ok(await s.log()).id
    const duty = ok(await s.log({ kind: 'duty', words: '值班' })).id
    expect(ruleOf(await s.fdy.post('counsellor/workLog/update', { id: talk, version: 1, content: '公开的话' }))).toBe('privateWords')
    expect(ruleOf(await s.fdy.post('counsellor/workLog/update', { id: duty, version: 1, talkContent: '私下的话' }))).toBe('openWords')
    ok(await s.fdy.post('counsellor/workLog/update', { id: talk, version: 1, talkContent: '改过' }))
    expect((await stored(talk)).talkContent).toBe('改过')
  })
})
describe('time', () => {
  it('50-CW4 refuses a time that has not come, of a new entry and of one that is moved', async () => {
    expect(ruleOf(await s.log({ startedAt: s.ago(-60) }))).toBe('future')
    const { id } = ok(await s.log())
    expect(ruleOf(await s.fdy.post('counsellor/workLog/update', { id, version: 1, startedAt: s.ago(-60) }))).toBe('future')
  })
  it('who, kind and words alone are half an hour that has just ended', async () => {
    const before = Date.now()
    const { id } = ok(await s.fdy.post<OutputOf<typeof logWork>>('counsellor/workLog/log', { studentIds: [pupil(0)], kind: 'talk', words: '谈了学业' }))
    const ended = Date.parse((await stored(id)).startedAt) + 30 * 60_000
    expect(ended).toBeGreaterThanOrEqual(before)
    expect(ended).toBeLessThanOrEqual(Date.now())
  })
  it('50-CW4 marks what is entered over seven days late, and keeps the mark when the entry is moved', async () => {
    const on = (days: number) => schoolInstant(addDays(today(), -days), '00:00')
    expect(ok(await s.log({ startedAt: on(7) })).isLate).toBe(false)
    const late = ok(await s.log({ startedAt: on(8) }))
    expect(late.isLate).toBe(true)
    ok(await s.fdy.post('counsellor/workLog/update', { id: late.id, version: 1, startedAt: on(1) }))
    expect((await stored(late.id)).isLate).toBe(true)
    const moved = ok(await s.log())
    ok(await s.fdy.post('counsellor/workLog/update', { id: moved.id, version: 1, startedAt: on(30) }))
    expect((await stored(moved.id)).isLate).toBe(true)
  })
  it('50-CW4 warns of entries of the same author in the same time, and stores them', async () => {
    await clear()
    const at = (from: number, minutes: number, by = s.fdy, more = {}) => s.log({ startedAt: s.ago(from), minutes, ...more }, by)
    expect(ok(await at(600, 60)).overlaps).toBe(0)
    expect(ok(await at(570, 60)).overlaps).toBe(1)
    // one ends where the next begins
    const exact = s.ago(300)
    ok(await s.log({ startedAt: exact, minutes: 30 }))
    expect(ok(await s.log({ startedAt: new Date(Date.parse(exact) + 30 * 60_000).toISOString(), minutes: 30 })).overlaps).toBe(0)
    expect(ok(await at(570, 60, s.he, { studentIds: [s.other] })).overlaps).toBe(0)
    expect(ok(await at(700, 400)).overlaps).toBe(3)
  })
})
describe('mental health', () => {
  it('50-CW5 keeps no word of it: the row is that of a talk noted without words, and the writer reads whom to turn to', async () => {
    expect(ruleOf(await s.log({ isMental: true, words: '睡不着' }))).toBe('mentalWords')
    expect(ruleOf(await s.log({ isMental: true, words: null, result: '去医院' }))).toBe('mentalWords')
    expect(ruleOf(await s.log({ kind: 'emergency', isMental: true, words: null }))).toBe('mentalKind')
    const startedAt = s.ago(90)
    const told = ok(await s.log({ isMental: true, words: null, topics: ['life'], startedAt }))
    const plain = ok(await s.log({ words: null, startedAt }))
    expect([told.turnTo, plain.turnTo]).toEqual(['学校心理健康教育中心', null])
    const { id: a, createdAt: b, updatedAt: c, ...first } = await stored(told.id)
    const { id: d, createdAt: e, updatedAt: f, ...second } = await stored(plain.id)
    expect(first).toEqual(second)
    expect([first.content, first.talkContent, first.topics, [a, b, c].length, [d, e, f].length]).toEqual([NEUTRAL, null, null, 3, 3])
    const found = await s.db.query(sql`select 1 from work_log t where t::text ~* 'mental|心理|睡不着'`)
    expect(found).toEqual([])
  })
})
describe('hand-over', () => {
  it('50-CW2 the author keeps what they wrote, with the names of then, and writes of a day only about who was theirs on it', async () => {
    await clear()
    const then = schoolInstant(addDays(today(), -3), '10:00')
    const { id } = ok(await s.log({ startedAt: then, studentIds: [pupil(0), pupil(1)] }))
    expect(ruleOf(await s.log({ studentIds: [pupil(0), s.other] }))).toBe('notOwnThen')
    const day = today()
    const [held] = await s.db.unscoped(classStaff).all({ classId: s.ids.s2301, role: 'fdy' })
    await s.db.update(classStaff, held?.id ?? '', { endDate: day })
    const taken = await s.db.insert(classStaff, { classId: s.ids.s2301, teacherId: s.ids.he, role: 'fdy', startDate: day, isPrimary: true })
    await s.db.query(sql`update student set name = '改了名' where id = ${pupil(0)}`)
    const own = await one(s.fdy, id)
    expect([own.people, own.talkContent]).toEqual(['周雨桐、陈一诺', '谈了学业'])
    expect(JSON.stringify(await s.fdy.get('counsellor/workLog/getOne', { id }))).not.toMatch(new RegExp(`改了名|${pupil(0)}`))
    // the new one does not read it, but sees that there was a talk
    expect(await list(s.he)).toEqual([])
    const { classes } = ok(await s.he.get<OutputOf<typeof talkCoverage>>('counsellor/workLog/coverage'))
    expect(classes.find(c => c?.classId === s.ids.s2301)).toMatchObject({ students: 3, talked: 2, never: 1 })
    expect(ok(await s.fdy.get<OutputOf<typeof talkCoverage>>('counsellor/workLog/coverage')).classes).toEqual([])
    // of today it is the new one's, of the days before the old one's
    expect(ruleOf(await s.log({ startedAt: schoolInstant(day, '00:00') }))).toBe('notOwnThen')
    expect(ruleOf(await s.fdy.post('counsellor/workLog/update', { id, version: 1, startedAt: schoolInstant(day, '00:00') }))).toBe('notOwnThen')
    ok(await s.log({ startedAt: then }))
    ok(await s.log({ startedAt: schoolInstant(day, '00:00') }, s.he))
    expect(ruleOf(await s.log({ startedAt: then }, s.he))).toBe('notOwnThen')
    await s.db.query(sql`update student set name = '周雨桐' where id = ${pupil(0)}`)
    await s.db.remove(classStaff, taken.id)
    await s.db.update(classStaff, held?.id ?? '', { endDate: null })
  })
})
