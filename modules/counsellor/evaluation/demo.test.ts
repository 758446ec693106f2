import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import campusDemo from '#modules/campus/server/demo.ts'
import studentDemo from '#modules/student/server/demo.ts'
import systemDemo from '#modules/system/server/demo.ts'
import { openSchool, type School } from '#testing/school.ts'
import { demoFiles } from '../file/server/demo.ts'
import { demoEvaluation } from './server/demo.ts'

let s: School
beforeAll(async () => {
  s = await openSchool()
  await campusDemo(s.db, { students: 600 })
  await studentDemo(s.db, { students: 600 })
  await systemDemo(s.db, { students: 600, passwordHash: 'x' })
  await demoFiles(s.db)
  await demoEvaluation(s.db)
})
afterAll(() => s.close())

it('the demo school evaluates its counsellors, and a good half have answered', async () => {
  const [counts] = await s.db.query<{ asked: number; answered: number; given: number }>(sql`select count(*)::int as asked, count(used_on)::int as answered,
    (select count(*)::int from fdy_eval_answer) as given from fdy_eval_turnout`)
  expect(counts?.asked).toBeGreaterThan(300)
  expect(counts?.answered).toBe(counts?.given)
  expect((counts?.answered ?? 0) / (counts?.asked ?? 1)).toBeGreaterThan(0.4)
})
