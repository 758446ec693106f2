import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type QuerySchool, querySchool } from '#modules/query/testing.ts'
import { ok } from '#testing/answers.ts'
import type { Actor } from '#testing/school.ts'
import { fullRuleOf as rule, standIn, switchOn } from './testing.ts'

let s: QuerySchool
let admin: Actor
const model = standIn({})
beforeAll(async () => {
  s = await querySchool()
  admin = await s.as({ roles: ['admin'] })
})
afterAll(() => s.close())
const says = (given: unknown) => {
  model.says = () => ({ text: typeof given === 'string' ? given : JSON.stringify(given), tokens: [1, 1] })
}
const ask = (sentence: string, who = s.lin, subject = 'student') =>
  who.post<{ where: Record<string, unknown>; sent: string[]; label: string }>('ai/aiCall/filter', { subject, sentence })

describe('a sentence as conditions of the query tool', () => {
  it('60-AI7 nothing is offered or sent before the use is switched on, and nobody asks who may not run queries', async () => {
    expect(rule(await ask('大二学生'))).toBe('ai.aiCall.filterOff')
    await switchOn(s, admin, 'nlFilter', model)
    expect((await ask('大二学生', await s.as({ roles: ['student'], userType: 2 }))).code).toBe(403)
    expect(rule(await ask('所有账号', s.lin, 'user'))).toBe('query.savedQuery.subject')
    expect(model.sent).toEqual([])
  })
  it('60-AI7 the conditions run as the asker: every college asked for, the own classes found', async () => {
    says({ where: { all: [{ path: 'name', op: 'notNull' }] } })
    const answer = ok(await ask('所有学院的全部学生'))
    expect(answer).toMatchObject({ where: { all: [{ path: 'name', op: 'notNull' }] }, label: '由人工智能生成' })
    const names = async (who: Actor) => (await s.ask({ columns: ['name'], where: answer.where, sort: [{ by: 'name' }] }, who)).data.rows.flat().toSorted()
    expect(await names(s.lin)).toEqual(['张一', '张二'])
    expect(await names(s.officer)).toHaveLength(4)
  })
  it('60-AI7 the model is told fields and the sentence without names; it sees no row, and its placeholders come back as values', async () => {
    says({ where: { all: [{ path: 'name', op: 'eq', value: '«学生1»' }] } })
    const answer = ok(await ask('姓名是张一的学生'))
    expect(answer.where).toEqual({ all: [{ path: 'name', op: 'eq', value: '张一' }] })
    const { messages } = model.sent.at(-1)?.body ?? { messages: [] }
    expect(messages[1]?.content).toBe('姓名是«学生1»的学生')
    expect(messages[0]?.content).toMatch(/\nname｜/)
    for (const { name } of await s.db.query<{ name: string }>(sql`select name from student where tenant_id = ${s.tenantId}`)) expect(model.sent.at(-1)?.raw).not.toContain(name)
    expect(answer.sent).toEqual(messages.map(m => m.content))
    const before = model.sent.length
    expect(rule(await ask('张一受过处分吗'))).toBe('ai.aiCall.filterPerson')
    expect(rule(await ask('证件 11010519491231002X'))).toBe('ai.aiCall.filterIdentity')
    expect(model.sent.length).toBe(before)
  })
  it.each([
    ['a field that is none', { all: [{ path: 'password', op: 'eq', value: 'x' }] }, 'query.savedQuery.path'],
    ['an operator that is none', { all: [{ path: 'name', op: 'regexp', value: 'x' }] }, 'query.savedQuery.shape'],
    ['an operator the field does not take', { all: [{ path: 'name', op: 'ge', value: 'x' }] }, 'query.savedQuery.operator'],
    ['a value of another kind', { all: [{ path: 'classId.grade', op: 'ge', value: 'x' }] }, 'query.savedQuery.value'],
    ['a relation that is none', { all: [{ related: 'user.password', op: 'any' }] }, 'query.savedQuery.related'],
    ['text of SQL', { all: [{ path: 'name; drop table student', op: 'eq', value: 1 }] }, 'query.savedQuery.shape'],
    ['parts of its own', { all: [], from: 'sys_user' }, 'query.savedQuery.shape'],
    ['more than three levels', { all: [{ any: [{ all: [{ any: [{ all: [] }] }] }] }] }, 'query.savedQuery.depth'],
    ['a code its field does not have', { all: [{ path: 'genderCode', op: 'eq', value: 'robot' }] }, 'ai.aiCall.filterUnknown'],
  ])('60-AI7 refuses %s', async (_what, where, expected) => {
    says({ where })
    expect(rule(await ask('大二学生'))).toBe(expected)
  })
  it('60-AI7 what no field says is named, and what is no data is asked for once more and refused', async () => {
    says({ where: { all: [] }, unknown: ['星座'] })
    const answer = await ask('双鱼座的学生')
    expect([rule(answer), answer.msg]).toEqual(['ai.aiCall.filterUnknown', expect.stringContaining('星座')])
    const before = model.sent.length
    says('select * from student')
    expect(rule(await ask('大二学生'))).toBe('ai.aiCall.failed')
    expect(model.sent.length).toBe(before + 2)
    expect((await s.db.query<{ n: number }>(sql`select count(*)::int as n from query_run where tenant_id = ${s.tenantId} and user_id = ${admin.userId}`))[0]?.n).toBe(0)
  })
})
