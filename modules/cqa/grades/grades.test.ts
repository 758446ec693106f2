import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { addStudent, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { factsOfStudents } from '#modules/workflow/server/api.ts'
import { auditItems } from '#server/extensions/graduation-items.ts'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { warningFacts } from '#testing/warning-facts.ts'
import type { myGrades } from './model/actions.ts'
import { courseGrade, gradeLetter } from './model/course-grade.ts'

type Mine = OutputOf<typeof myGrades>
type Cell = string | number | null
const HEADER = ['学生', '学年', '学期', '课程号', '课程名称', '学分', '成绩', '等级', '考试性质', '必修']
const NAMES = ['average', 'gpa', 'failed', 'studyRank', 'groupSize', 'studyRankShare'].map(name => `cqa.${name}`)
const [XN, BEFORE, AFTER] = ['2023-2024', '2023-09-05', '2024-10-01']
let s: SmallSchool
let officer: Actor
let fdy: Actor
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'] })
  fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info })
  await s.db.removeWhere(term, {})
  await s.db.removeWhere(schoolYear, {})
  await s.db.insertMany(schoolYear, [
    { xn: XN, startDate: '2023-09-01', endDate: '2024-08-31' },
    { xn: '2024-2025', startDate: '2024-09-01', endDate: '2025-08-31' },
  ])
  const half = (xqM: '1' | '2', startDate: string, endDate: string, xn = XN) => ({
    xn,
    xqM,
    name: `${xn}-${xqM}`,
    week1Start: startDate,
    weeks: 18,
    startDate,
    endDate,
    switchDate: startDate,
  })
  await s.db.insertMany(term, [half('1', '2023-09-04', '2024-01-14'), half('2', '2024-02-26', '2024-07-07'), half('1', '2024-09-02', '2025-01-12', '2024-2025')])
})
afterAll(() => s.close())

let last = 0
/** A student of a class, with the number. */
async function pupil(classId = s.ids.s2301): Promise<{ id: string; no: string }> {
  const no = `2023CJ${String(++last).padStart(4, '0')}`
  return { id: (await addStudent(officer, draftOf(classId, { studentNo: no }))).id, no }
}
const row = (no: string, courseNo: string, credit: number, result: Cell, more: { kind?: string; xq?: string; name?: string; letter?: string; xn?: string } = {}): Cell[] => [
  ...[no, more.xn ?? XN, more.xq ?? '第一学期', courseNo, more.name ?? `课程${courseNo}`, credit],
  ...[more.letter ? null : result, more.letter ?? null, more.kind ?? '正考', '是'],
]
async function preview(rows: Cell[][], who = officer): Promise<Job> {
  const answer = await upload<{ jobId: string }>(who, 'cqa/courseGrade/import', await sheet(HEADER, rows), '成绩.xlsx', { mode: 'upsert' })
  expect([answer.code, answer.msg]).toEqual([200, '成功'])
  return settled(who, answer.data.jobId)
}
async function imported(rows: Cell[][]): Promise<Job> {
  const job = await preview(rows)
  expect(job.errors).toEqual([])
  return commit(officer, job)
}
const facts = async (id: string, on = AFTER) => (await factsOfStudents(s.db, sql`select ${id}::uuid`, NAMES, on))(id)
const problems = (job: Job) => job.errors.map(e => [e.row, e.rule.split('.').at(-1)]).sort()

describe('50 §3 the import of course grades', () => {
  it('is previewed; the same sheet changes nothing, a corrected one changes what differs', async () => {
    const { no, id } = await pupil()
    const rows = [row(no, 'IM1', 3, 81.5), row(no, 'IM2', 2, null, { letter: '良' })]
    expect(await imported(rows)).toMatchObject({ state: 'done', toAdd: 2 })
    expect(await preview(rows)).toMatchObject({ toAdd: 0, toChange: 0, unchanged: 2 })
    expect(await imported([row(no, 'IM1', 3, 84), rows[1] ?? []])).toMatchObject({ toAdd: 0, toChange: 1, unchanged: 1 })
    const stored = await s.db.unscoped(courseGrade).all({ studentId: id })
    expect(stored.map(g => [g.courseNo, g.score, g.letterId !== null]).sort()).toEqual([
      ['IM1', 84, false],
      ['IM2', null, true],
    ])
  })
  it('refuses unknown terms and courses, a course that is two, both forms, more than two decimals and a row twice', async () => {
    const { no } = await pupil()
    await imported([row(no, 'BD1', 3, 50)])
    const job = await preview([
      row(no, 'BD2', 3, 70, { xn: '2030-2031' }),
      row(no, 'BD3', 3, 70, { kind: '补考' }),
      row(no, 'BD4', 3, 70),
      [...row(no, 'BD5', 3, 70).slice(0, 7), '优', '正考', '是'],
    ])
    expect(problems(job)).toEqual([
      [2, 'termUnknown'],
      [3, 'courseUnknown'],
      [5, 'bothForms'],
    ])
    const other = await pupil()
    expect(problems(await preview([row(other.no, 'BD1', 2, 70)]))).toEqual([[2, 'courseDiffers']])
    expect(problems(await preview([row(no, 'BD6', 3, 70), row(other.no, 'BD6', 3, 70, { name: '另一门' })]))).toEqual([[3, 'courseDiffers']])
    expect((await preview([row(no, 'BD7', 3, 70.123)])).errors).toHaveLength(1)
    expect((await preview([row(no, 'BD8', 3, 70), row(no, 'BD8', 3, 71)])).errors).toHaveLength(1)
    expect((await preview([row(no, 'BD1', 3, 70, { kind: '补考' })])).errors).toEqual([])
  })
  it('60-EW tells of a term whose credits stay under the line, and of a bad term once', async () => {
    const [weak, worse, fine] = [await pupil(), await pupil(), await pupil()]
    const term = { xn: '2024-2025' }
    const course = (no: string, n: number, score: number, credit = 2) => row(no, `EW${n}`, credit, score, term)
    await imported([course(weak.no, 1, 90), course(weak.no, 2, 40, 4), course(fine.no, 1, 90), course(fine.no, 3, 40)])
    await imported([1, 3, 4, 5].map(n => course(worse.no, n, n === 1 ? 61 : 30)))
    const found = async ({ id }: { id: string }) => [await warningFacts(s.db, 'cqa.credits', id, '2024-12-01'), await warningFacts(s.db, 'cqa.failed', id, '2024-12-01')]
    expect([await found(weak), await found(worse), await found(fine)]).toEqual([
      [[67], [1]],
      [[], [3]],
      [[], [1]],
    ])
    expect(await warningFacts(s.db, 'cqa.credits', weak.id, '2025-02-01')).toEqual([])
  })
  it('keeps the same rules for a grade entered by hand', async () => {
    const { id } = await pupil()
    const [letter] = await s.db.unscoped(gradeLetter).all({ name: '优' })
    const draft = { studentId: id, xn: XN, xqM: '1', courseNo: 'HD1', courseName: '手工', credit: 2, score: 80, examKind: 'normal', isRequired: true }
    const rule = async (given: object) => (await officer.post('cqa/courseGrade/add', { ...draft, ...given })).errors.map(e => e.rule.split('.').at(-1))
    expect(await rule({ letterId: letter?.id })).toEqual(['bothForms'])
    expect(await rule({ examKind: 'retake' })).toEqual(['courseUnknown'])
    expect(await rule({ xqM: '3' })).toEqual(['termUnknown'])
    expect(await rule({})).toEqual([])
    expect(await rule({ studentId: (await pupil()).id, credit: 3 })).toEqual(['courseDiffers'])
  })
})
describe('50-CQ5 what grades come to', () => {
  it('weighs by credits; letters count by their table, a make-up at most 60, a retake not again', async () => {
    const { no, id } = await pupil(s.ids.s2401)
    await imported([
      row(no, 'CQ1', 4, 80),
      row(no, 'CQ2', 2, null, { letter: '优' }),
      row(no, 'CQ3', 2, 40, { xq: '第二学期' }),
      row(no, 'CQ3', 2, 88, { xq: '第二学期', kind: '补考' }),
      row(no, 'CQ1', 4, 99, { kind: '重修' }),
    ])
    expect(await facts(id)).toMatchObject({ 'cqa.average': 78.75, 'cqa.gpa': 2.88, 'cqa.failed': 1 })
    const [letter] = await s.db.unscoped(gradeLetter).all({ name: '优' })
    await officer.post('cqa/gradeLetter/update', { id: letter?.id, version: letter?.version, score: 91 })
    expect(await facts(id)).toMatchObject({ 'cqa.average': 77.75 })
  })
  it('knows nothing before a school year is over, nor while a grade is to come', async () => {
    const { no, id } = await pupil(s.ids.n2301)
    await imported([row(no, 'PD1', 4, 80), row(no, 'PD2', 4, null)])
    expect(await facts(id)).toEqual({ 'cqa.failed': 0 })
    await imported([row(no, 'PD2', 4, 90)])
    expect(await facts(id)).toMatchObject({ 'cqa.average': 85, 'cqa.studyRank': 1, 'cqa.groupSize': 1 })
    for (const on of [BEFORE, '2024-08-31', '2025-10-01']) expect((await facts(id, on))['cqa.average']).toBeUndefined()
  })
})
describe('50-CQ10 ranks', () => {
  it('are within grade and major, share the better of equal ones, and count only who studies', async () => {
    const pupils = await Promise.all([90, 85, 85, 70, 95, 99].map(async (score, n) => ({ score, ...(await pupil(n === 4 ? s.ids.n2301 : s.ids.a2301)) })))
    await imported(pupils.map(p => row(p.no, p.score === 95 ? 'RK2' : 'RK1', 2, p.score)))
    const [suspended] = pupils.slice(-1)
    await s.db.query(sql`update student set status = 'suspended' where id = ${suspended?.id}`)
    const ranked = await Promise.all(pupils.slice(0, 4).map(p => facts(p.id)))
    expect(ranked.map(f => [f['cqa.studyRank'], f['cqa.groupSize'], f['cqa.studyRankShare']])).toEqual([
      [1, 4, 25],
      [2, 4, 50],
      [2, 4, 50],
      [4, 4, 100],
    ])
    expect(Object.keys(await facts(suspended?.id ?? ''))).toEqual(['cqa.average', 'cqa.gpa', 'cqa.failed'])
  })
  it('are the same for one student as for all at once', async () => {
    const students = await s.db.query<{ id: string }>(sql`select id from student where tenant_id = ${s.tenantId}`)
    const all = await factsOfStudents(s.db, sql`select id from student where tenant_id = ${s.tenantId}`, NAMES, AFTER)
    for (const { id } of students) expect(all(id)).toEqual(await facts(id))
    expect(students.filter(({ id }) => typeof all(id)['cqa.studyRank'] === 'number').length).toBeGreaterThan(5)
  })
})
describe('who sees grades', () => {
  it('shows students their own with what they come to, and staff those of their students', async () => {
    const { no, id } = await pupil()
    const [stranger, self] = [await pupil(s.ids.a2301), await selfOf(s, id)]
    await imported([row(no, 'SE1', 3, 84), row(stranger.no, 'SE2', 3, 30)])
    const { data } = await self.get<Mine>('cqa/courseGrade/mine')
    expect(data).toMatchObject([{ xn: XN, average: 84, gpa: 3.4, credits: 3, grades: [{ courseName: '课程SE1', result: '84', isPassed: true }] }])
    expect((await self.get('cqa/courseGrade/list')).code).toBe(403)
    const list = await fdy.get<{ result: Array<{ studentNo: string }> }>('cqa/courseGrade/list', { size: 100 })
    expect(list.data.result.map(g => g.studentNo)).toContain(no)
    expect(list.data.result.map(g => g.studentNo)).not.toContain(stranger.no)
    expect((await fdy.post('cqa/courseGrade/add', {})).code).toBe(403)
  })
})
describe('30-GR1 the audit of graduation', () => {
  it('misses required courses that were passed in none of their examinations', async () => {
    const [failed, retaken] = [await pupil(), await pupil()]
    await imported([
      row(failed.no, 'GR1', 3, 40),
      row(failed.no, 'GR1', 3, 50, { kind: '补考' }),
      row(failed.no, 'GR2', 3, null),
      row(retaken.no, 'GR1', 3, 40),
      row(retaken.no, 'GR1', 3, 62, { kind: '重修', xn: '2024-2025' }),
    ])
    const item = s.db.registered(auditItems).find(i => i.code === 'courses')
    const statement = await item?.judge(s.db, sql`select id from student where student_no in (${failed.no}, ${retaken.no})`, AFTER)
    expect(statement && (await s.db.query(statement))).toEqual([{ id: failed.id, pass: false, actual: '2' }])
  })
})
