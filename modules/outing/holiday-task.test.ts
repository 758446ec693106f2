import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectTask, openBoard } from '#modules/workflow/tasks/testing.ts'
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
  it('tells open boards of every answer, to readers of answers only', async () => {
    const address = await s.server.app.listen({ host: '127.0.0.1', port: 0 })
    const id = await s.published()
    const [board, refused] = [await openBoard(address, 'outing/holidayDestination/follow', id, s.fdy), await openBoard(address, 'outing/holidayDestination/follow', id, s.me)]
    expect([board, refused].map(page => page.answer.headers.get('content-type')?.includes('event-stream'))).toEqual([true, false])
    await expect.poll(board.told).toBe(1)
    await s.answer(id)
    await expect.poll(board.told).toBe(2)
    board.leave()
    refused.leave()
  })
})
