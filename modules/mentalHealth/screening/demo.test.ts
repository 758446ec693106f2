import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import campusDemo from '#modules/campus/server/demo.ts'
import studentDemo from '#modules/student/server/demo.ts'
import systemDemo from '#modules/system/server/demo.ts'
import { openSchool, type School } from '#testing/school.ts'
import { demoScreening } from './server/demo.ts'

let s: School
beforeAll(async () => {
  s = await openSchool()
  await campusDemo(s.db, { students: 600 })
  await studentDemo(s.db, { students: 600 })
  await systemDemo(s.db, { students: 600, passwordHash: 'x' })
  await demoScreening(s.db)
})
afterAll(() => s.close())

it('the demo school runs a screening; a good half have responded, some wait for a talk, and the demo student has yet to decide', async () => {
  const [counts] = await s.db.query<{ responded: number; results: number; waiting: number; own: number }>(sql`select count(*)::int as responded,
    (select count(*)::int from mh_result) as results, (select count(*)::int from mh_result where state = 'toInterview') as waiting,
    (select count(*)::int from mh_turnout t join sys_user u on u.tenant_id = t.tenant_id and u.student_id = t.student_id where u.user_name = 'student') as own from mh_turnout`)
  expect(counts?.responded).toBeGreaterThan(100)
  expect(counts?.results).toBeGreaterThan(counts?.responded ?? 0)
  expect(counts?.waiting).toBeGreaterThan(0)
  expect(counts?.own).toBe(0)
})
