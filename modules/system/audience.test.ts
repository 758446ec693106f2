import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'
import { type Audience, parseAudience } from './model/audience.ts'
import { syncAccounts } from './server/accounts.ts'
import { rule } from './testing.ts'

let school: SmallSchool
let officer: Actor
let counsellor: Actor
beforeAll(async () => {
  school = await smallSchool()
  officer = await school.as({ roles: ['officer'] })
  counsellor = await school.as({ roles: ['fdy'], teacherId: school.ids.lin })
  for (const classId of [school.ids.s2301, school.ids.s2301, school.ids.s2302, school.ids.s2401, school.ids.n2301, school.ids.a2301])
    expect((await officer.post('base/student/add', draftOf(classId))).code).toBe(200)
  await school.server.settle()
  await syncAccounts(school.db)
})
afterAll(() => school.close())

interface Preview {
  count: number
  students: number
  staff: number
  sample: Array<{ id: string; name: string }>
}
const ask = (who: Actor, audience: unknown, permission = 'message:notice:publish') => who.post<Preview>('base/audience/preview', { audience, permission })
const students = async (who: Actor, audience: Audience): Promise<number> => (await ask(who, audience)).data.students

describe('an audience', () => {
  it('10-W20 groups narrow each other, values of a group widen it, people come besides, exclusions go', async () => {
    const { ids } = school
    expect(await students(officer, { all: true })).toBe(6)
    expect(await students(officer, { grades: [2023] })).toBe(5)
    expect(await students(officer, { grades: [2023], departmentIds: [ids.info] })).toBe(4)
    expect(await students(officer, { grades: [2023, 2024], majorIds: [ids.software] })).toBe(4)
    expect(await students(officer, { classIds: [ids.s2301, ids.a2301] })).toBe(3)
    expect(await students(officer, { levels: ['5'] })).toBe(6)
    expect(await students(officer, { roles: ['student'], departmentIds: [ids.art] })).toBe(1)
    expect(await students(officer, { all: true, exclude: { classIds: [ids.s2301], grades: [2024] } })).toBe(3)
    const [one] = await school.db.query<{ id: string }>(sql`select u.id from sys_user u join student s on s.id = u.student_id where s.class_id = ${ids.a2301}`)
    expect(await students(officer, { classIds: [ids.s2401], userIds: [one?.id as string] })).toBe(2)
    expect((await ask(officer, { userIds: [officer.userId] })).data).toMatchObject({ count: 1, students: 0, staff: 1 })
  })
  it('10-W20 never goes beyond the publisher’s scope', async () => {
    expect(await students(counsellor, { all: true })).toBe(2)
    expect(await students(counsellor, { classIds: [school.ids.a2301] })).toBe(0)
    expect((await ask(counsellor, { all: true }, 'system:carousel:add')).data.count).toBe(0)
    expect((await ask(await school.as(), { all: true })).data.count).toBe(0)
  })
  it('10-W20 is previewed with number and sample; disabled accounts are no part of it', async () => {
    const before = (await ask(officer, { classIds: [school.ids.s2301] })).data
    expect(before.sample).toHaveLength(2)
    await school.db.query(sql`update sys_user set status = 'disabled' where id = ${before.sample[0]?.id}`)
    expect((await ask(officer, { classIds: [school.ids.s2301] })).data).toMatchObject({ count: 1 })
    await school.db.query(sql`update sys_user set status = 'enabled' where id = ${before.sample[0]?.id}`)
  })
  it('refuses what is no audience', async () => {
    for (const bad of [{ evil: ['x'] }, { grades: ['2023'] }, { classIds: ['x'] }, { all: 'yes' }, { exclude: [1] }, { __proto__x: [] }, 'all'])
      expect(rule(await ask(officer, bad))).toMatch(/system\.audience\.form|value\./)
    expect(rule(await ask(officer, { classIds: [] }))).toBe('422 system.audience.empty')
    expect(rule(await ask(officer, { exclude: { grades: [2023] } }))).toBe('422 system.audience.empty')
    expect(await students(officer, { buildingIds: [school.ids.info] })).toBe(0)
    expect(parseAudience({ grades: [2023, 2023], classIds: [] })).toEqual({ grades: [2023] })
  })
  it('of another school is nobody', async () => {
    const foreign = await (await school.another()).as({ roles: ['officer'] })
    expect((await ask(foreign, { classIds: [school.ids.s2301] })).data.count).toBe(0)
  })
})
