import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '#testing/school.ts'
import { livingIn, type StaySchool, staySchool } from './testing.ts'

let s: StaySchool
beforeAll(async () => {
  s = await staySchool()
})
afterAll(() => s.close())

it('10-W20 an audience is chosen by the buildings people live in, or leaves them out, inside the publisher’s scope', async () => {
  const [a, b] = await s.students(2)
  const [other] = await s.students(1, { classId: s.ids.a2301 })
  if (!a || !b || !other) throw new Error('no students')
  const accounts = await Promise.all([a, b, other].map(student => s.self(student.id)))
  await livingIn(s, a, s.beds.women[0] as string)
  await livingIn(s, other, s.beds.women[1] as string)
  const building = async (dormId: string): Promise<string> => (await s.officer.get<{ buildingId: string }>('dorm/dormBuilding/getOne', { id: dormId })).data.buildingId
  const [women, men] = await Promise.all([building(s.dorms.women), building(s.dorms.men)])
  const count = async (who: Actor, audience: object): Promise<number> =>
    (await who.post<{ count: number }>('base/audience/preview', { audience, permission: 'message:notice:publish' })).data.count
  expect(await count(s.officer, { buildingIds: [women] })).toBe(2)
  expect(await count(s.officer, { buildingIds: [men] })).toBe(0)
  expect(await count(s.fdy, { buildingIds: [women] })).toBe(1)
  const everybody = accounts.map(one => one.userId)
  expect(await count(s.officer, { userIds: everybody, exclude: { buildingIds: [women] } })).toBe(1)
})
