import { afterAll, beforeAll, expect, it } from 'vitest'
import campusDemo from '#modules/campus/server/demo.ts'
import studentDemo from '#modules/student/server/demo.ts'
import { openSchool, type School } from '#testing/school.ts'
import { workLog } from './model/work-log.ts'
import { demoLogs } from './server/demo.ts'

let s: School
beforeAll(async () => {
  s = await openSchool()
  await campusDemo(s.db, { students: 600 })
  await studentDemo(s.db, { students: 600 })
  await demoLogs(s.db, 600)
})
afterAll(() => s.close())

it('the demo school has two terms of entries, talks with words of their own', async () => {
  const rows = await s.db.unscoped(workLog).all({ state: 'submitted' })
  expect(rows.length).toBeGreaterThanOrEqual(90)
  expect(rows.some(r => r.kind === 'talk' && r.talkContent && r.people)).toBe(true)
  expect(rows.every(r => Date.parse(r.startedAt) <= Date.now())).toBe(true)
})
