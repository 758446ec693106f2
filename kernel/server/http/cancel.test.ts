import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

let school: School
let officer: Actor
beforeAll(async () => {
  school = await openSchool()
  officer = await school.as({ roles: ['officer'] })
})
afterAll(() => school.close())

const hours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
async function plan(name: string): Promise<string> {
  const window = { beginTime: hours(1), endTime: hours(48), holidayFrom: today(new Date(Date.now() + DAY_MS)), holidayTo: today(new Date(Date.now() + 5 * DAY_MS)) }
  const made = await officer.post<{ id: string }>('outing/holidayPlan/add', {
    name,
    ...window,
    audience: { all: true },
    kind: 'short',
    stayAllowed: true,
    stayNeedsApproval: false,
  })
  expect(made.msg).toBe('成功')
  return made.data.id
}
const stateOf = async (id: string): Promise<string> => (await officer.get<{ state: string }>('outing/holidayPlan/getOne', { id })).data.state

it('10-X6 the customer’s helpers cancel a row of any entity by query parameters, and answer true', async () => {
  const id = await plan('国庆')
  const answer = await officer.post(`outing/holidayPlan/cancel?id=${id}&reason=${encodeURIComponent('延期')}`, undefined)
  expect([answer.code, answer.data, await stateOf(id)]).toEqual([200, true, 'cancelled'])
  const again = await officer.post(`outing/holidayPlan/cancel?id=${id}&reason=%E5%BB%B6%E6%9C%9F`, undefined)
  expect([again.code, again.status]).toEqual([422, 400])
  expect((await officer.post('outing/holidayPlan/cancel?id=nobody&reason=%E5%BB%B6%E6%9C%9F', undefined)).code).toBe(404)
  expect((await school.anonymous.post(`outing/holidayPlan/cancel?id=${id}&reason=%E5%BB%B6%E6%9C%9F`, undefined)).code).toBe(401)
})
it('10-X6 cancel many by ids and reason, each alone, and say which failed and why', async () => {
  const [a, b, c] = [await plan('元旦'), await plan('清明'), await plan('端午')]
  await officer.post('outing/holidayPlan/cancel', { id: b, reason: '不放了' })
  const answer = await officer.post<{ done: number; failed: Array<{ id: string; msg: string }> }>('outing/holidayPlan/cancel', { ids: [a, b, c], reason: '改期' })
  expect(answer.msg).toBe('成功')
  expect(answer.data).toEqual({ done: 2, failed: [{ id: b, msg: expect.stringContaining('已取消') }] })
  expect(await Promise.all([a, b, c].map(stateOf))).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect((await officer.post('outing/holidayPlan/cancel', { ids: [a] })).code).toBe(400)
})
