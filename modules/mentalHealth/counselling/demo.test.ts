import { afterAll, beforeAll, expect, it } from 'vitest'
import campusDemo from '#modules/campus/server/demo.ts'
import studentDemo from '#modules/student/server/demo.ts'
import systemDemo from '#modules/system/server/demo.ts'
import { openSchool, type School } from '#testing/school.ts'
import { mhAppointment } from './model/appointment.ts'
import { mhSlot } from './model/slot.ts'
import { demoCounselling } from './server/demo.ts'

let s: School
beforeAll(async () => {
  s = await openSchool()
  await systemDemo(s.db, { students: 600, passwordHash: '' })
  await campusDemo(s.db, { students: 600 })
  await studentDemo(s.db, { students: 600 })
  await demoCounselling(s.db)
})
afterAll(() => s.close())

it('the demo school has two weeks of hours ahead, some of them booked, some past', async () => {
  const now = new Date().toISOString()
  expect(await s.db.unscoped(mhSlot).count({ 'start.ge': now })).toBeGreaterThan(40)
  expect(await s.db.unscoped(mhAppointment).count({ state: 'booked' })).toBe(4)
  expect(await s.db.unscoped(mhAppointment).count({ state: 'done' })).toBe(4)
})
