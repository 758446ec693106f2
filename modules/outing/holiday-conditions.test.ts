import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { studentFactList } from '#modules/workflow/flows/model/conditions.ts'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'
import { factsOfStudents, knownFacts } from '#modules/workflow/server/api.ts'
import { holidayPlan, type planPreview } from './model/holiday.ts'
import { ruleOf } from './testing.ts'
import { type HolidaySchool, holidaySchool } from './testing-holidays.ts'

type Preview = OutputOf<typeof planPreview.qualify>
let s: HolidaySchool
beforeAll(async () => {
  s = await holidaySchool()
})
afterAll(() => s.close())

const OLD: NamedCondition = {
  name: '高年级男生或少请假的',
  when: {
    any: [
      {
        all: [
          { fact: 'student.grade', op: 'lt', value: 2023 },
          { fact: 'student.gender', op: 'in', value: ['1'] },
        ],
      },
      { fact: 'leave.timesThisTerm', op: 'gt', value: 1 },
    ],
  },
}
const save = (id: string, conditions: readonly NamedCondition[], who = s.officer) => s.act('saveConditions', id, { conditions }, who)
const preview = async (id: string, who = s.officer): Promise<Preview> => (await who.get<Preview>('outing/holidayPlan/qualify', { id })).data

describe('conditions of a round', () => {
  it('40-A1 are composed of facts of all modules, and answer each student with value and limit', async () => {
    const id = await s.plan({ audience: { classIds: [s.ids.s2301] } })
    expect((await save(id, [OLD])).code).toBe(200)
    const { conditions, people } = await preview(id)
    expect(conditions.find(c => c?.name === OLD.name)?.says).toBe('（年级少于 2023且性别是男）或本学期请假次数超过 1 次')
    expect(people[0]).toMatchObject({ isMet: false })
    expect(people[0]?.why).toEqual(expect.arrayContaining(['年级少于 2023（现为 2023）', '本学期请假次数超过 1 次（现为 0 次）']))
  })
  it('10-W20 refuse who does not meet them, with their own values in their language, and nobody else', async () => {
    const id = await s.plan()
    await save(id, [{ name: '年级', when: { fact: 'student.grade', op: 'le', value: 2022 } }])
    await s.act('publish', id)
    const said = async (lang: string) => (await s.me.post('outing/holidayDestination/answer', { planId: id, choice: 'stay' }, { 'accept-language': lang })).msg
    expect(await said('zh-CN')).toMatch(/不符合“国庆\d+”的条件：年级不超过 2022（现为 2023）/)
    expect(await said('en')).toMatch(/You do not meet what “国庆\d+” asks: .*2022/)
    expect(ruleOf(await s.answer(id))).toBe('unqualified')
    await s.db.query(sql`update stu_class set grade = 2022 where id = ${s.ids.s2301}`)
    expect((await s.answer(id)).msg).toBe('成功')
    await s.db.query(sql`update stu_class set grade = 2023 where id = ${s.ids.s2301}`)
  })
  it('40-A1 ask for at least some of a group, of one student as of many', async () => {
    const id = await s.plan({ audience: { classIds: [s.ids.s2301] } })
    const of = [
      { fact: 'student.grade', op: 'ge' as const, value: 2023 },
      { fact: 'student.gender', op: 'in' as const, value: ['1'] },
      { fact: 'leave.timesThisTerm', op: 'gt' as const, value: 1 },
    ]
    const asks = (atLeast: number): NamedCondition => ({ name: '三项取几', when: { atLeast, of } })
    expect(ruleOf(await save(id, [asks(4)]))).toBe('wrongCount')
    await save(id, [asks(2)])
    const { conditions, people } = await preview(id)
    expect(conditions.find(c => c.name === '三项取几')?.says).toBe('以下 3 项中至少 2 项：年级不少于 2023；性别是男；本学期请假次数超过 1 次')
    expect(people.map(p => p.why.slice(0, 2))).toEqual(people.map(() => ['3 项中须满足 2 项，现满足 1 项', '性别是男（现为 女）']))
    await s.act('publish', id)
    expect((await s.answer(id)).msg).toContain('3 项中须满足 2 项，现满足 1 项；性别是男（现为 女）')
    const easier = await s.plan({ audience: { classIds: [s.ids.s2301] } })
    await save(easier, [asks(1)])
    await s.act('publish', easier)
    expect([(await preview(easier)).met, (await s.answer(easier)).code]).toEqual([people.length, 200])
  })
  it('40-A2 are judged by what was known at the publication where they are frozen, with today’s values beside', async () => {
    const id = await s.plan({ audience: { classIds: [s.ids.s2301] } })
    const grade = (op: 'ge' | 'lt'): NamedCondition => ({ name: op, when: { fact: 'student.grade', op, value: 2023 }, isFrozen: true })
    await save(id, [grade('ge')])
    const refused = await s.plan({ audience: { classIds: [s.ids.s2301] } })
    await save(refused, [grade('lt')])
    for (const plan of [id, refused]) await s.act('publish', plan)
    await s.db.query(sql`update stu_class set grade = 2022 where id = ${s.ids.s2301}`)
    const [kept, other] = [await preview(id), await preview(refused)]
    expect([kept.met, other.met]).toEqual([kept.total, 0])
    expect(kept.people[0]).toMatchObject({ isMet: true, changed: ['按现在的情况不符合“ge”：年级不少于 2023（现为 2022）'] })
    expect(other.people[0]).toMatchObject({ isMet: false, why: ['年级少于 2023（发布时为 2023，现为 2022）'], changed: ['按现在的情况符合“lt”'] })
    expect((await s.answer(id)).code).toBe(200)
    expect((await s.answer(refused)).msg).toContain('年级少于 2023（发布时为 2023，现为 2022）')
    // who joined later has no values of the publication
    await s.db.query(sql`delete from round_fact where tenant_id = ${s.tenantId} and round_id = ${refused}`)
    expect((await s.answer(refused)).code).toBe(200)
    await s.db.query(sql`update stu_class set grade = 2023 where id = ${s.ids.s2301}`)
  })
  it('40-A1 say that a figure is missing rather than fail silently', async () => {
    const id = await s.plan({ audience: { classIds: [s.ids.s2301] } })
    await save(id, [{ name: '政治面貌', when: { fact: 'student.political', op: 'in', value: ['03'] } }])
    await s.db.query(sql`update student set political_code = null where class_id = ${s.ids.s2301}`)
    expect((await preview(id)).people[0]?.why.join()).toContain('（没有这项数据）')
  })
  it('are taken of known facts only, named once each, and only while the round is a draft', async () => {
    const id = await s.plan()
    const grade = (name: string, value: unknown = 2023, fact = 'student.grade'): NamedCondition => ({ name, when: { fact, op: 'ge', value } as NamedCondition['when'] })
    const rules = async (...conditions: NamedCondition[]) => (await save(id, conditions)).errors.map(e => e.rule)
    expect(await rules(grade('a', 2023, 'student.shoeSize'))).toEqual(['workflow.condition.unknownFact'])
    expect(await rules(grade('a', '2023'))).toEqual(['workflow.condition.wrongValue'])
    expect(await rules(grade('a'), grade('a'))).toEqual(['outing.holidayPlan.nameless'])
    expect(await rules({ name: 'a', when: { any: [] } })).toEqual(['workflow.condition.noParts'])
    expect(await rules(...Array.from({ length: 31 }, (_, n) => grade(`${n}`)))).toEqual(['outing.holidayPlan.most'])
    expect((await save(id, [grade('年级')])).code).toBe(200)
    const copy = await s.act('copy', id, { name: '再来', beginTime: new Date().toISOString(), endTime: new Date(Date.now() + 9e6).toISOString() })
    expect((await s.db.unscoped(holidayPlan).one(copy.data.id)).conditions).toEqual([grade('年级')])
    await s.act('publish', id)
    expect(ruleOf(await save(id, []))).toBe('fixed')
  })
  it('use only facts whose rows their author may list', async () => {
    const names = async (who = s.officer) => (await who.get<OutputOf<typeof studentFactList>[]>('workflow/condition/facts')).data.map(f => f.name)
    const [office, student] = [await names(), await names(s.me)]
    expect(office).toEqual(
      expect.arrayContaining(['student.status', 'student.age', 'leave.daysThisTerm', 'signIn.absencesThisTerm', 'dormViolation.confirmed', 'dormRoom.livesIn']),
    )
    expect(student.every(name => name.startsWith('student.'))).toBe(true)
    const college = await s.plan({}, s.college)
    const theirs = await names(s.college)
    for (const fact of ['student.grade', 'dormViolation.confirmed']) {
      const taken = await save(college, [{ name: fact, when: { fact, op: 'ge', value: 0 } }], s.college)
      expect([fact, taken.code]).toEqual([fact, theirs.includes(fact) ? 200 : 422])
    }
  })
  it('40-A1 find for all students in one statement what they find one by one', async () => {
    const names = (await knownFacts(s.db)).map(fact => fact.name)
    const students = await s.db.query<{ id: string }>(sql`select id from student where tenant_id = ${s.tenantId} and deleted_at is null`)
    expect(students.length).toBeGreaterThan(1)
    const all = await factsOfStudents(s.db, sql`select id from student where tenant_id = ${s.tenantId}`, names)
    for (const { id } of students) expect(all(id)).toEqual((await factsOfStudents(s.db, sql`select ${id}::uuid`, names))(id))
    expect(all(s.studentId)).toMatchObject({
      'student.grade': 2023,
      'student.department': 'X1',
      'student.counsellor': '林知夏',
      'leave.timesThisTerm': 0,
      'dormRoom.livesIn': false,
    })
    expect(all(null)).toEqual({})
  })
})
