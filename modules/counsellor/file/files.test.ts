import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { addStudent, draftOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import type { staffing, trainingGaps } from './model/actions.ts'
import { staffingOf } from './model/rules.ts'
import { type CounsellorSchool, counsellorSchool, ok, ruleOf } from './testing.ts'

let s: CounsellorSchool
const files: Record<'lin' | 'he', string> = { lin: '', he: '' }
beforeAll(async () => {
  s = await counsellorSchool()
  for (let n = 0; n < 3; n++) await addStudent(s.officer, draftOf(s.ids.s2301))
  await addStudent(s.officer, draftOf(s.ids.a2301))
  files.lin = ok(await s.file(s.ids.lin)).id
  files.he = ok(await s.file(s.ids.he, { dutyKind: 'partTime' })).id
})
afterAll(() => s.close())
const figures = async (who: Actor = s.officer) => ok(await who.get<OutputOf<typeof staffing>>('counsellor/counsellorFile/staffing'))
const gapsOf = async (who: Actor = s.officer, more = {}) => ok(await who.get<OutputOf<typeof trainingGaps>>('counsellor/fdyTraining/gaps', more))

describe('staffing', () => {
  it('50-CW1 counts part-time counsellors by their share and says how many posts are missing', () => {
    expect(staffingOf({ students: 25_000, fullTime: 110, partTime: 30 }, 200, 3)).toEqual({ posts: 120, perPost: 208.3, shortage: 5 })
    // three thirds are one post, and not a little less
    expect(staffingOf({ students: 200, fullTime: 0, partTime: 3 }, 200, 3)).toEqual({ posts: 1, perPost: 200, shortage: 0 })
    expect(staffingOf({ students: 201, fullTime: 1, partTime: 0 }, 200, 3).shortage).toBe(1)
    expect(staffingOf({ students: 10, fullTime: 0, partTime: 0 }, 200, 3)).toEqual({ posts: 0, perPost: null, shortage: 1 })
    expect(staffingOf({ students: 0, fullTime: 2, partTime: 0 }, 200, 3)).toEqual({ posts: 2, perPost: 0, shortage: 0 })
  })
  it('50-CW1 shows school and colleges, each college its own', async () => {
    const all = await figures()
    expect(all).toMatchObject({ students: 4, fullTime: 1, partTime: 1, posts: 1.33, perPost: 3, ratio: 3, shortage: 0 })
    expect(all.byCollege.map(c => [c?.label, c?.students, c?.fullTime, c?.partTime, c?.shortage])).toEqual([
      ['艺术设计学院', 1, 0, 0, 1],
      ['信息工程学院', 3, 1, 1, 0],
    ])
    const own = await figures(s.college)
    expect([own.students, own.byCollege.map(c => c?.label)]).toEqual([3, ['信息工程学院']])
    expect((await s.fdy.get('counsellor/counsellorFile/staffing')).code).toBe(403)
  })
  it('50-CW1 leaves out who is no longer on duty', async () => {
    const { version } = ok(await s.officer.get<{ version: number }>('counsellor/counsellorFile/getOne', { id: files.he }))
    ok(await s.officer.post('counsellor/counsellorFile/update', { id: files.he, version, onDutyTo: today() }))
    expect(await figures()).toMatchObject({ fullTime: 1, partTime: 0, posts: 1 })
    ok(await s.officer.post('counsellor/counsellorFile/update', { id: files.he, version: version + 1, onDutyTo: null }))
  })
  it('30-BR6 50-CW1 the excess of one counsellor is measured by the same share of a post', async () => {
    const over = async () => ok(await s.officer.get<{ studentCount: number; overRatio: number }>('base/teacher/getOne', { id: s.ids.he }))
    for (let n = 0; n < 2; n++) await addStudent(s.officer, draftOf(s.ids.n2301))
    // a share of three students
    expect(await over()).toMatchObject({ studentCount: 2, overRatio: 1 })
  })
})
describe('files', () => {
  it('one for each member of staff, whoever enters them at once', async () => {
    const { ids } = s
    await s.db.query(sql`delete from counsellor_file where teacher_id = ${ids.he}`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => s.file(ids.he, { dutyKind: 'partTime' })))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
  })
  it('refuses an end before the beginning, of the duty and of a line', async () => {
    expect(ruleOf(await s.file(s.ids.lin, { onDutyTo: '2019-01-01' }))).toBe('dutyReversed')
    expect(ruleOf(await s.file(s.ids.lin, { resume: [{ from: '2020-01-01', to: '2019-01-01', unit: '中学', post: null }] }))).toBe('lineReversed')
  })
  it('are read by the counsellor alone of their own, and by a college of its own', async () => {
    const list = async (who: Actor) => ok(await who.get<{ result: Array<{ teacherId: string; dutyPhone: string }> }>('counsellor/counsellorFile/list')).result
    const own = await list(s.fdy)
    expect(own.map(r => r.teacherId)).toEqual([s.ids.lin])
    expect((await list(s.college)).map(r => r.dutyPhone)).toEqual(expect.arrayContaining(['139****2222']))
    expect((await s.fdy.post('counsellor/counsellorFile/update', { id: files.lin, version: 1, rank: 'division' })).code).toBe(403)
  })
})
describe('trainings', () => {
  const year = Number(today().slice(0, 4))
  const train = (by: Actor, more = {}) =>
    by.post('counsellor/fdyTraining/add', { teacherId: s.ids.lin, level: 'school', name: '例会', from: today(), to: today(), hours: 10, ...more })
  it('50-CW10 lists who lacks hours of the year, and who a higher training in five years', async () => {
    const lin = async () => (await gapsOf()).gaps.find(g => g?.teacherId === s.ids.lin)
    expect(await gapsOf()).toMatchObject({ year, hours: 16, years: 5 })
    expect(await lin()).toMatchObject({ schoolHours: 0, hoursLacking: 16, lastHigher: null, lacksHigher: true })
    ok(await train(s.fdy))
    expect(await lin()).toMatchObject({ schoolHours: 10, hoursLacking: 6 })
    // those of another year and of another level are no hours of this one
    ok(await train(s.officer, { name: '去年的', from: `${year - 1}-05-01`, to: `${year - 1}-05-02`, hours: 30 }))
    ok(await train(s.officer, { name: '骨干班', level: 'provincial', from: `${year - 4}-05-01`, to: `${year - 4}-05-05`, hours: 40 }))
    expect(await lin()).toMatchObject({ schoolHours: 10, hoursLacking: 6, lacksHigher: false, lastHigher: `${year - 4}-05-05` })
    ok(await train(s.fdy, { name: '演练', hours: 6 }))
    expect(await lin()).toBeUndefined()
    expect((await gapsOf(s.officer, { year: year - 1 })).gaps.find(g => g?.teacherId === s.ids.lin)).toBeUndefined()
  })
  it('50-CW10 refuses what is not over, runs backwards, or belongs to nobody on file', async () => {
    expect(ruleOf(await train(s.fdy, { name: '将来', to: addDays(today(), 1) }))).toBe('future')
    expect(ruleOf(await train(s.fdy, { name: '倒着', to: addDays(today(), -1) }))).toBe('spanReversed')
    await s.db.query(sql`delete from counsellor_file where teacher_id = ${s.ids.he}`)
    expect(ruleOf(await train(s.officer, { teacherId: s.ids.he }))).toBe('notOnFile')
    // a counsellor enters their own
    expect((await train(s.fdy, { teacherId: s.ids.he })).code).not.toBe(200)
  })
})
