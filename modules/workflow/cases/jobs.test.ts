import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AskStep, FlowNode } from '#flow/index.ts'
import * as students from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'
import { errandSubject } from '../../../kernel/testing/modules/errand/model/errand.ts'
import { approve, asks, type FlowSchool, flow, flowSchool, type HandedIn, handIn, line, logsOf, people, staff, stateOf, tasksOf, todoOf } from '../testing.ts'
import { endWaits, tendTasks } from './server/jobs.ts'

let school: FlowSchool
let a: Actor
let b: Actor
beforeAll(async () => {
  school = await flowSchool(students)
  a = await staff(school, '王强')
  b = await staff(school, '赵敏')
})
afterAll(() => school.close())
const made = async (...steps: FlowNode[]): Promise<HandedIn> => handIn(school.student, await flow(school, line(...steps)))
const inbox = async (who: Actor): Promise<string[]> => {
  await school.server.settle()
  return (await who.get<{ result: Array<{ title: string }> }>('base/message/mine', { size: 100 })).data.result.map(m => m.title)
}
/** Dates the task back, with its deadline. */
const age = (of: HandedIn, hours: number) =>
  school.db.query(
    sql`update process_task set arrived_at = arrived_at - make_interval(hours => ${hours}), due_at = due_at - make_interval(hours => ${hours}) where instance_id = ${of.instanceId} and state = 'todo'`,
  )
const timeout = (marks?: NonNullable<AskStep['timeout']>['marks'], hours = 10): Pick<AskStep, 'timeout'> => ({
  timeout: { hours, workingTime: false, ...(marks ? { marks } : {}) },
})

describe('10-W10 the time runs', () => {
  it('10-W10 reminds at half and at the whole of it, once each', async () => {
    const me = await staff(school, '慢的')
    // three weeks: more than half of the working time has passed after two, whatever the time of day
    const of = await made(asks('a', people(me), timeout(undefined, 504)))
    expect(await tendTasks(school.db)).toBe(0)
    await age(of, 336)
    // two servers at once
    const both = await Promise.all([tendTasks(school.db), tendTasks(school.db)])
    expect([both.sort(), await tendTasks(school.db)]).toEqual([[0, 1], 0])
    expect((await inbox(me)).filter(t => t.startsWith('审批将到期'))).toHaveLength(1)
    await age(of, 336)
    expect([await tendTasks(school.db), await tendTasks(school.db)]).toEqual([1, 0])
    expect((await inbox(me)).filter(t => t.startsWith('审批已超时'))).toHaveLength(1)
    expect((await me.get('workflow/processTask/counts')).data).toMatchObject({ todo: 1, overdue: 1 })
  })
  it('10-W10 hands on, decides, or refuses when it is up, as the step says', async () => {
    const passed = await made(asks('a', people(a), timeout([{ atPercent: 100, action: 'approve' }])))
    const refused = await made(asks('a', people(a), timeout([{ atPercent: 100, action: 'reject' }])))
    const handed = await made(asks('a', people(a), timeout([{ atPercent: 100, action: 'transfer', toUserId: b.userId }])))
    const up = await made(asks('fdy', { by: 'relation', relation: 'fdy' }, timeout([{ atPercent: 100, action: 'escalate' }])))
    for (const of of [passed, refused, handed, up]) await age(of, 11)
    await Promise.all([tendTasks(school.db), tendTasks(school.db)])
    expect([await stateOf(school, passed), await stateOf(school, refused)]).toMatchObject([{ row: 'approved' }, { row: 'rejected' }])
    expect((await logsOf(school, passed.instanceId)).at(-1)).toMatchObject({ action: 'autoApprove', actorId: null })
    // texts of the system are in the reader's language
    await school.server.settle()
    const english = { 'accept-language': 'en' }
    const told = (await school.student.get<{ result: Array<{ bizId: string; content: string }> }>('base/message/mine', { size: 100 }, english)).data.result
    expect(told.find(m => m.bizId === refused.id)?.content).toMatch(/System.*: The time to act is over$/)
    const view = (
      await school.student.get<{ logs: Array<{ opinion: string | null }>; tasks: Array<{ opinion: string | null }> }>(
        'workflow/processInstance/case',
        { id: refused.instanceId },
        english,
      )
    ).data
    expect([...view.logs, ...view.tasks].flatMap(l => l.opinion ?? [])).toEqual(['The time to act is over', 'The time to act is over'])
    expect(await todoOf(school, handed.instanceId, b)).not.toBe('')
    expect(await todoOf(school, up.instanceId, school.college)).not.toBe('')
    expect((await logsOf(school, handed.instanceId)).filter(l => l.action === 'timeout')).toHaveLength(1)
  })
  it('10-W10 does nothing to what rests', async () => {
    const of = await made(asks('a', people(a), timeout([{ atPercent: 100, action: 'reject' }])))
    const force = (verb: string) => school.officer.post(`workflow/processInstance/${verb}`, { instanceId: of.instanceId, reason: '核查' })
    expect((await force('suspend')).code).toBe(200)
    await age(of, 11)
    expect([await tendTasks(school.db), (await stateOf(school, of)).instance]).toEqual([0, 'suspended'])
    expect((await force('resume')).code).toBe(200)
    expect([await tendTasks(school.db), (await stateOf(school, of)).instance]).toEqual([1, 'rejected'])
  })
  it('10-W10 approves nothing of a kind that bars it', async () => {
    const kind = errandSubject as { noAutoApprove: boolean }
    kind.noAutoApprove = true
    try {
      const of = await made(asks('fdy', { by: 'relation', relation: 'fdy' }, timeout([{ atPercent: 100, action: 'approve' }])))
      await age(of, 11)
      await tendTasks(school.db)
      expect(await stateOf(school, of)).toMatchObject({ row: 'pending' })
      expect(await todoOf(school, of.instanceId, school.college)).not.toBe('')
    } finally {
      kind.noAutoApprove = false
    }
  })
  it('10-W12 what fails at the mark stays with the people, who are told; it is not tried again and again', async () => {
    const of = await handIn(school.student, await flow(school, line(asks('a', people(a), timeout([{ atPercent: 100, action: 'approve' }])))), { place: '禁区' })
    await age(of, 11)
    await tendTasks(school.db)
    expect(await stateOf(school, of)).toMatchObject({ row: 'pending', instance: 'pending' })
    expect((await logsOf(school, of.instanceId)).at(-1)).toMatchObject({ action: 'timeout', opinion: '没有办成：禁区不能去' })
    expect(await tendTasks(school.db)).toBe(0)
  })
  it('a wait ends when its moment has come, once', async () => {
    const of = await made({ id: 'w', type: 'wait', name: '冷静期', hours: 5 }, asks('a', people(a)))
    expect([await endWaits(school.db), (await tasksOf(school, of.instanceId)).length]).toEqual([0, 0])
    await school.db.query(sql`update process_wait set until = now() where instance_id = ${of.instanceId}`)
    const both = await Promise.all([endWaits(school.db), endWaits(school.db)])
    expect(both.reduce((x, y) => x + y, 0)).toBe(1)
    expect(await todoOf(school, of.instanceId, a)).not.toBe('')
    const gone = await made({ id: 'w', type: 'wait', name: '冷静期', hours: 5 }, asks('a', people(a)))
    await school.student.post('workflow/processInstance/withdraw', { instanceId: gone.instanceId })
    expect(await school.db.query(sql`select 1 from process_wait where instance_id = ${gone.instanceId}`)).toEqual([])
  })
})

describe('many at once', () => {
  it('are judged each alone: what is refused keeps nothing back, and says why', async () => {
    const batch = await flow(school, line(asks('a', people(a)), asks('b', people(b))))
    const cases = await Promise.all(Array.from({ length: 6 }, () => handIn(school.student, batch)))
    const barred = await handIn(school.student, await flow(school, line(asks('a', people(a)))), { place: '禁区' })
    const signed = await handIn(school.student, await flow(school, line(asks('a', people(a), { needSign: true }))))
    const foreign = await handIn(school.student, await flow(school, line(asks('a', people(b)))))
    const of = [...cases, barred, signed]
    const taskIds = [...(await Promise.all(of.map(c => todoOf(school, c.instanceId, a)))), await todoOf(school, foreign.instanceId, b)]
    interface Judged {
      ok: boolean
      reason: string | null
      title: string
      nextStep: string | null
    }
    const preview = await a.post<Judged[]>('workflow/processTask/previewMany', { taskIds, action: 'approve' })
    expect(preview.data.map(r => r.ok)).toEqual([true, true, true, true, true, true, true, false, false])
    expect(preview.data[0]).toMatchObject({ title: '市医院外出 2 天', nextStep: '等 赵敏 在“b审批”办理' })
    expect((await tasksOf(school, cases[0]?.instanceId ?? '')).map(t => t.state)).toEqual(['todo'])
    const decide = (key: string) =>
      a.post<{ done: number; refused: number; results: Judged[] }>('workflow/processTask/decideMany', { taskIds, action: 'approve', opinion: '批量' }, { 'idempotency-key': key })
    const made = await decide('many1')
    expect(made.data).toMatchObject({ done: 6, refused: 3 })
    expect(made.data.results.slice(6).map(r => [r.title, r.reason])).toEqual([
      ['禁区外出 2 天', '没有办成：禁区不能去'],
      ['市医院外出 2 天', '这一步须手写签名'],
      ['—', '没有这条记录，或不在你的数据范围内'],
    ])
    expect((await decide('many1')).data).toEqual(made.data)
    expect((await decide('many2')).data).toMatchObject({ done: 0, refused: 9 })
    expect((await stateOf(school, barred)).row).toBe('pending')
  })
  it('asked for twice with one key are done once', async () => {
    const batch = await flow(school, line(asks('a', people(a)), asks('b', people(b))))
    const cases = await Promise.all(Array.from({ length: 5 }, () => handIn(school.student, batch)))
    const taskIds = await Promise.all(cases.map(c => todoOf(school, c.instanceId, a)))
    const press = () => a.post<{ done: number }>('workflow/processTask/decideMany', { taskIds, action: 'approve' }, { 'idempotency-key': 'twice' })
    const answers = await Promise.all([press(), press()])
    // the second request comes during the first or, on a busy machine, after it: either way nothing is done twice
    const said = answers.map(x => (x.code === 200 ? x.data.done : x.errors[0]?.rule))
    expect(said).toContain(5)
    expect([5, 'http.stillRunning']).toEqual(expect.arrayContaining(said))
    expect((await press()).data.done).toBe(5)
    expect((await logsOf(school, cases[0]?.instanceId ?? '')).map(l => l.action)).toEqual(['submit', 'approve'])
  })
  it('return and refuse need a word', async () => {
    const of = await handIn(school.student, await flow(school, line(asks('a', people(a)))))
    const taskIds = [await todoOf(school, of.instanceId, a)]
    const decide = (action: string, opinion?: string) =>
      a.post<{ done: number; results: Array<{ reason: string }> }>('workflow/processTask/decideMany', { taskIds, action, opinion })
    expect((await decide('return')).data).toMatchObject({ done: 0, results: [{ reason: '请填写意见' }] })
    expect((await decide('return', '请补充')).data).toMatchObject({ done: 1 })
    expect((await stateOf(school, of)).row).toBe('returned')
    expect((await approve(a, taskIds[0] as string)).code).toBe(422)
  })
})
