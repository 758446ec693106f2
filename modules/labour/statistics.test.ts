import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { percentOf } from '#model/percent.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import type { Actor } from '#testing/school.ts'
import { labourAttendance } from './model/attendance.ts'
import { labourGrade } from './model/grade.ts'
import { labourProject, labourSession } from './model/project.ts'
import { tenthsOf } from './model/rules.ts'
import type { labourStatistics } from './model/statistics.ts'
import { settleHours } from './server/hours.ts'
import { inHours, type LabourSchool, labourSchool, ok } from './testing.ts'

const LEVEL = '6'
let s: LabourSchool
let planId = ''
beforeAll(async () => {
  s = await labourSchool()
  const { grade } = await s.db.unscoped(student).one(s.pupil(0).id)
  for (const n of [0, 1, 2]) await s.db.update(student, s.pupil(n).id, { level: LEVEL })
  const plan = { educationLevel: LEVEL, grade, courseHours: 16, dailyHours: 10, productionHours: 4, serviceHours: 4, weeksPerYear: 1, credit: 1.5, minutesPerHour: 45 }
  planId = ok(await s.officer.post<{ id: string }>('labour/labourPlan/add', plan)).id
})
afterAll(() => s.close())
const statistics = async (who: Actor) => ok(await who.get<OutputOf<typeof labourStatistics>>('labour/labourGrade/statistics', { from: addDays(today(), -7), to: today() }))

it('50-LB8 statistics: who meets the requirement by college, major and grade, who was absent, and which projects were not filled', async () => {
  const [one, two] = [await s.project({ name: '木工工坊' }), await s.project({ name: '食堂帮厨' })]
  for (const [n, isMet] of [true, false].entries()) await s.db.insert(labourGrade, { studentId: s.pupil(n).id, planId, isMet, credit: isMet ? 1.5 : 0 } as never)
  const attend = async (projectId: string, n: number, state: 'present' | 'absent', date = today()) => {
    const session = await s.db.unscoped(labourSession).find({ projectId })
    await s.db.insert(labourAttendance, { sessionId: session?.id ?? '', projectId, studentId: s.pupil(n).id, date, method: 'staff', state, hours: 0 } as never)
  }
  await attend(one, 0, 'present')
  await attend(one, 1, 'present')
  await attend(two, 1, 'absent')
  await attend(two, 2, 'absent', addDays(today(), -30))
  const past = { beginTime: inHours(-60), endTime: inHours(-1) }
  await s.db.update(labourProject, one, past)
  await s.db.update(labourProject, two, { ...past, enrolled: 3 })
  const found = await statistics(s.officer)
  const sums = { students: 3, met: 1, rate: percentOf(1, 3), due: 3, absent: 1, absence: percentOf(1, 3) }
  expect(found).toMatchObject({ ...sums, projects: 2, unfilled: [{ id: one, name: '木工工坊', capacity: 3, enrolled: 0, left: 3 }] })
  for (const groups of [found.byCollege, found.byMajor, found.byGrade]) expect(groups).toMatchObject([sums])
  expect(await statistics(s.fdy)).toMatchObject(sums)
  expect(await statistics(await s.as({ roles: ['college'], departmentId: s.ids.art }))).toMatchObject({ students: 0, due: 0, unfilled: [] })
  expect((await s.me.get('labour/labourGrade/statistics', { from: today(), to: today() })).code).toBe(403)
})
it('the record card has hours of each kind, the assessment and every entry of the student, for whoever may see them', async () => {
  const { id } = s.pupil(3)
  const entry = { studentId: id, occurredOn: today(), values: { name: '李四' } }
  const due = [
    { ...entry, kind: 'daily' as const, sourceId: 'a', amount: tenthsOf(8.5), title: '宿舍大扫除' },
    { ...entry, kind: 'service' as const, sourceId: 'b', amount: tenthsOf(2), title: '食堂帮厨' },
  ]
  await settleHours(s.db, 'test', due)
  await s.db.insert(labourGrade, { studentId: id, planId, score: 88, grade: 'good', isMet: false, credit: 0 } as never)
  const print = (who: Actor) => who.post('sheet/print/issue', { code: 'labourCard', ids: [id] })
  const words = wordsOfPdf((await print(s.officer)).raw)
  for (const text of ['学生劳动教育记录卡', '李四', '8.5', '宿舍大扫除', '食堂帮厨', '日常生活劳动', '88', '良']) expect(words).toContain(text)
  expect((await print(await s.as({ roles: ['college'], departmentId: s.ids.art }))).code).toBe(404)
})
