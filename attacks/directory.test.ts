import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { syncAccounts } from '#modules/system/server/accounts.ts'
import { makeRole, rule } from '#modules/system/testing.ts'
import type { Actor } from '#testing/school.ts'

interface Preview {
  count: number
  sample: Array<{ id: string; name: string }>
  gaps: unknown[]
}
const PUBLISH = 'message:notice:publish'
let school: SmallSchool
let officer: Actor
let counsellor: Actor
beforeAll(async () => {
  school = await smallSchool()
  officer = await school.as({ roles: ['officer'] })
  await makeRole(school, 'wide_herald', [PUBLISH])
  counsellor = await school.as({ roles: ['fdy', 'wide_herald'], teacherId: school.ids.lin })
  for (const classId of [school.ids.s2301, school.ids.s2302, school.ids.a2301]) expect((await officer.post('base/student/add', draftOf(classId))).code).toBe(200)
  await school.server.settle()
  await syncAccounts(school.db)
})
afterAll(() => school?.close())

describe('the preview of an audience hands out no directory', () => {
  const ask = (who: Actor, permission: string) => who.post<Preview>('base/audience/preview', { audience: { all: true }, permission })
  it('a permission that publishes to nobody is refused, whoever holds it', async () => {
    for (const role of ['admissions', 'psychologist', 'finance', 'admin']) {
      const who = await school.as({ roles: [role] })
      for (const permission of ['workflow:delegation:add', 'system:user:list', 'student:student:list', 'nonsense', '__proto__'])
        expect(rule(await ask(who, permission))).toBe('422 system.audience.permission')
    }
  })
  it('whoever publishes without reading accounts or students gets numbers and no names', async () => {
    await makeRole(school, 'herald', [PUBLISH])
    const herald = await school.as({ roles: ['herald'] })
    expect((await ask(herald, PUBLISH)).data).toMatchObject({ count: (await ask(officer, PUBLISH)).data.count, sample: [] })
  })
  it('names are those of people one reads anyway', async () => {
    const { count, sample } = (await ask(counsellor, PUBLISH)).data
    const own = (await counsellor.get<{ result: Array<{ id: string }> }>('base/sysUser/list', { size: 100 })).data.result.map(u => u.id)
    expect(count).toBe((await ask(officer, PUBLISH)).data.count)
    expect(sample.length).toBeGreaterThan(0)
    expect(own).toEqual(expect.arrayContaining(sample.map(s => s.id)))
  })
})

describe('the preview of a round and its refusal hand out no directory', () => {
  it('whoever publishes without reading accounts or students gets numbers and no names', async () => {
    await makeRole(school, 'planner', ['outing:holidayPlan:list', 'outing:holidayPlan:add', 'outing:holidayPlan:publish'])
    const planner = await school.as({ roles: ['planner'] })
    const day = (n: number) => new Date(Date.now() + n * DAY_MS).toISOString()
    const made = await planner.post<{ id: string }>('outing/holidayPlan/add', {
      name: '国庆',
      beginTime: day(-1),
      endTime: day(3),
      audience: { roles: ['student'] },
      kind: 'short',
      holidayFrom: day(10).slice(0, 10),
      holidayTo: day(15).slice(0, 10),
    })
    expect(made.code).toBe(200)
    const preview = await planner.post<Preview>('outing/holidayPlan/previewRound', { id: made.data.id })
    expect(preview.data).toMatchObject({ count: 3, sample: [] })
    expect((await officer.post<Preview>('outing/holidayPlan/previewRound', { id: made.data.id })).data.sample).toHaveLength(3)
  })
})

describe('a number that somebody else holds', () => {
  it('tells whose it is to those who list the student anyway, and counts as tried', async () => {
    const held = await school.db.unscoped(student).find({ classId: school.ids.s2301 })
    const college = await school.as({ roles: ['college'], departmentId: school.ids.art })
    const numbers = { idNo: held?.idNo, studentNo: held?.studentNo }
    const trying = (who: Actor, given: Record<string, unknown>) => who.post('base/student/add', draftOf(school.ids.a2301, given))
    expect((await trying(officer, numbers)).errors.map(e => [e.rule, e.values?.holder])).toEqual([
      ['student.student.studentNoTaken', '周**'],
      ['student.student.idNoHeld', '周**'],
    ])
    const refused = await trying(college, numbers)
    expect(refused.errors.map(e => [e.field, e.rule])).toEqual([
      ['studentNo', 'student.student.studentNoUsed'],
      ['idNo', 'student.student.idNoUsed'],
    ])
    expect(JSON.stringify(await trying(college, { idNo: held?.idNo }))).not.toContain(held?.studentNo)
    const answers = await Promise.all(Array.from({ length: 60 }, () => trying(college, numbers)))
    expect(answers.some(a => a.code === 429)).toBe(true)
    expect((await trying(officer, {})).code).toBe(200)
  })
})
