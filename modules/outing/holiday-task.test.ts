import { afterAll, beforeAll, describe } from 'vitest'
import { expectTask } from '#modules/workflow/testing-tasks.ts'
import { holidayPlan } from './model/holiday.ts'
import { type HolidaySchool, holidaySchool } from './testing-holidays.ts'

let s: HolidaySchool
beforeAll(async () => {
  s = await holidaySchool()
})
afterAll(() => s.close())

describe('answering a holiday as a task', () => {
  expectTask(() => ({
    school: s,
    round: holidayPlan,
    rounds: 'outing/holidayPlan',
    answers: 'outing/holidayDestination',
    published: () => s.published(),
    answer: (id, who) => s.answer(id, {}, who),
    officer: s.officer,
    counsellor: s.fdy,
    students: [s.me, s.away.actor],
    reminder: 'outing.destinationRemind',
  }))
})
