import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { expectTask } from '#modules/workflow/tasks/testing.ts'
import type { Actor } from '#testing/school.ts'
import { loanRenewal, loanRenewalLine } from './model/renewal.ts'
import { type Borrower, type LoanSchool, loanSchool, ruleOf } from './testing.ts'

let s: LoanSchool
let first: Borrower & { loanId: string }
let other: Borrower
beforeAll(async () => {
  s = await loanSchool()
  first = await s.running('何一')
  other = await s.running('何二', { classId: s.ids.s2302 })
})
afterAll(() => s.close())
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
let count = 0
async function published(): Promise<string> {
  const draft = { name: `续贷${++count}`, beginTime: inHours(-1), endTime: inHours(100), audience: { roles: ['student'] }, ownerDepartmentId: s.ids.info }
  const { data } = await s.officer.post<{ id: string }>('loan/loanRenewal/add', draft)
  expect((await s.officer.post('loan/loanRenewal/publish', { id: data.id })).msg).toBe('成功')
  return data.id
}
const say = async (renewalId: string, who: Actor, more: object = {}) => {
  const [task] = (await who.get<Array<{ renewalId: string; answer: { version: number } | null }>>('loan/loanRenewalLine/mine')).data.filter(t => t.renewalId === renewalId)
  return who.post('loan/loanRenewalLine/answer', {
    renewalId,
    answer: 'continue',
    statement: '成绩良好，按时缴费',
    ...(task?.answer ? { version: task.answer.version } : {}),
    ...more,
  })
}
const lineOf = (renewalId: string, { id }: Borrower) => s.db.unscoped(loanRenewalLine).find({ renewalId, studentId: id })

describe('40-L6 the renewal of a year as a task', () => {
  expectTask(
    () => ({
      school: s,
      round: loanRenewal,
      rounds: 'loan/loanRenewal',
      answers: 'loan/loanRenewalLine',
      published,
      answer: (id, who) => who.post('loan/loanRenewalLine/answer', { renewalId: id, answer: 'stop' }),
      officer: s.officer,
      counsellor: s.fdy,
      students: [first.actor, other.actor],
      reminder: 'loanRenewal.remind',
    }),
    { follows: false },
  )
})
describe('40-L6 borrowers', () => {
  it('are asked whose loan runs, and nobody else', async () => {
    const free = await s.borrower('何三')
    const waiting = await s.borrower('何四')
    await s.registerMine(waiting)
    const id = await published()
    const lacking = (await s.officer.get<Array<{ name: string }>>('loan/loanRenewalLine/lacking', { id })).data.map(l => l.name)
    expect(lacking).toEqual(expect.arrayContaining(['何一', '何二']))
    expect(lacking).not.toEqual(expect.arrayContaining(['何三']))
    expect([ruleOf(await say(id, free.actor)), ruleOf(await say(id, waiting.actor))]).toEqual(['notInAudience', 'notInAudience'])
  })
  it('who continue write a statement, which the counsellor checks; then it stands', async () => {
    const id = await published()
    expect(ruleOf(await say(id, first.actor, { statement: ' ' }))).toBe('statement')
    expect((await say(id, first.actor)).code).toBe(200)
    const line = await lineOf(id, first)
    expect(line).toMatchObject({ answer: 'continue', loanId: first.loanId, checkedAt: null })
    const stranger = await lineOf(id, other)
    expect(stranger).toBeUndefined()
    expect((await s.fdy.post<{ checked: number }>('loan/loanRenewalLine/check', { ids: [line?.id] })).data).toEqual({ checked: 1 })
    expect(await lineOf(id, first)).toMatchObject({ checkedById: s.fdy.userId })
    expect([ruleOf(await say(id, first.actor, { answer: 'stop' })), ruleOf(await s.fdy.post('loan/loanRenewalLine/giveBack', { id: line?.id, reason: '太短' }))]).toEqual([
      'checked',
      'isChecked',
    ])
  })
  it('write anew what the counsellor gives back, and are asked until then', async () => {
    const id = await published()
    const open = async () =>
      (await s.db.query(sql`select 1 from todo where tenant_id = ${s.tenantId} and user_id = ${first.actor.userId} and biz_id = ${id} and state = 'open'`)).length
    await say(id, first.actor, { statement: '好' })
    expect(await open()).toBe(0)
    const line = await lineOf(id, first)
    expect((await s.fdy.post('loan/loanRenewalLine/giveBack', { id: line?.id, reason: '写具体一些' })).code).toBe(200)
    expect([await open(), (await s.fdy.post<{ checked: number }>('loan/loanRenewalLine/check', { ids: [line?.id] })).data.checked]).toEqual([1, 0])
    expect((await say(id, first.actor, { statement: '本学年平均成绩 82 分，参加志愿服务 20 小时' })).code).toBe(200)
    expect([await open(), (await lineOf(id, first))?.returnNote]).toEqual([0, null])
    expect((await s.fdy.post('loan/loanRenewalLine/check', { ids: [(await lineOf(id, other))?.id ?? line?.id] })).code).toBe(200)
  })
  it('who are undecided may say later, after the check as well', async () => {
    const id = await published()
    await say(id, first.actor, { answer: 'undecided', statement: null })
    const line = await lineOf(id, first)
    await s.fdy.post('loan/loanRenewalLine/check', { ids: [line?.id] })
    expect((await say(id, first.actor)).code).toBe(200)
    expect(await lineOf(id, first)).toMatchObject({ answer: 'continue', checkedAt: null })
  })
})
