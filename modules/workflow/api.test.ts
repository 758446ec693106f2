import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#model'
import * as students from '#modules/student/testing.ts'
import type { Db } from '#server/context.ts'
import type { Actor } from '#testing/school.ts'
import { errand, errandSubject } from '../../kernel/testing/modules/errand/model/errand.ts'
import { cancel, casesOf, endBatch, previewPath, submit, withdraw } from './server/api.ts'
import {
  approve,
  asks,
  type FlowSchool,
  flow,
  flowSchool,
  giveBack,
  type HandedIn,
  handIn,
  line,
  logsOf,
  people,
  reject,
  rule,
  staff,
  stateOf,
  tasksOf,
  todoOf,
} from './testing.ts'

let school: FlowSchool
let a: Actor
let b: Actor
beforeAll(async () => {
  school = await flowSchool(students)
  a = await staff(school, '王强')
  b = await staff(school, '赵敏')
})
afterAll(() => school.close())
const acting = (db: Db) => ({ db, me: db.me, lang: 'zh-cn' as const })
const ruleOf = (error: unknown): string => (error instanceof Refusal ? (error.issues[0]?.rule ?? '') : String(error))

describe('what other modules call', () => {
  it('ends an application for a reason of its own, before and after it was approved', async () => {
    const batch = await flow(school, line(asks('a', people(a))))
    const running = await handIn(school.student, batch)
    const approved = await handIn(school.student, batch)
    await approve(a, await todoOf(school, approved.instanceId, a))
    for (const of of [running, approved]) {
      await school.db.tx(db => cancel(acting(db), { bizType: 'errand', bizId: of.id }, '行程取消'))
      expect(await stateOf(school, of)).toMatchObject({ row: 'cancelled', instance: 'cancelled', log: expect.stringMatching(/cancelled;$/) })
      expect((await logsOf(school, of.instanceId)).at(-1)).toMatchObject({ action: 'cancel', opinion: '行程取消', isForced: false })
      expect(await todoOf(school, of.instanceId, a)).toBe('')
    }
    const again = await school.db.tx(db => cancel(acting(db), { bizType: 'errand', bizId: running.id }, '再取消')).catch(ruleOf)
    expect(again).toBe('record.notFound')
    await school.server.settle()
    const told = (await school.student.get<{ result: Array<{ title: string }> }>('base/message/mine', { keyword: '申请作废', size: 50 })).data.result
    expect(told).toHaveLength(2)
  })
  it('hands in a row that is not under approval yet, once, whoever is faster', async () => {
    const batch = await flow(school, line(asks('a', people(a))))
    const row = await school.db.insert(errand, { userId: school.student.userId, place: '书店', days: 1, kind: 'work' })
    const both = await Promise.all([1, 2].map(() => school.db.tx(db => submit(acting(db), errandSubject, row, { batchId: batch })).then(() => 'made', ruleOf)))
    expect(both.sort()).toEqual(['made', 'workflow.processTask.running'])
    await school.db.tx(db => withdraw(acting(db), { bizType: 'errand', bizId: row.id }, '不去了'))
    const again = await school.db.tx(db => submit(acting(db), errandSubject, row, { batchId: batch }))
    const standing = (await casesOf(school.db, 'errand', [row.id, '0190f5a0-0000-7000-8000-000000000000'])).get(row.id)
    expect(standing).toMatchObject({ instanceId: again.instanceId, state: 'pending', currentNodes: 'a审批', waitsFor: '王强', nextStep: '等 王强 在“a审批”办理' })
    expect(standing?.waitsSince).toBeTruthy()
  })
  it('says beforehand which way a row would take, and stores nothing', async () => {
    const graph = line(asks('a', people(a)), asks('b', people(b)))
    const forked = {
      nodes: [...graph.nodes, { id: 'long', type: 'condition' as const, name: '天数' }],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'a', to: 'long' },
        { from: 'long', to: 'b', when: { fact: 'days', op: 'gt' as const, value: 3 } },
        { from: 'long', to: 'end' },
        { from: 'b', to: 'end' },
      ],
    }
    const batchId = await flow(school, forked)
    const count = async () => (await school.db.query<{ n: number }>(sql`select (select count(*) from process_instance)::int + (select count(*) from todo)::int as n`))[0]?.n
    const before = await count()
    const way = async (days: number) => (await previewPath(school.db, errandSubject, { userId: school.student.userId, studentId: null, place: '省城', days }, { batchId })).steps
    expect(await way(2)).toMatchObject([{ node: 'a', people: '王强' }])
    expect(await way(5)).toMatchObject([{ node: 'a' }, { node: 'b', people: '赵敏', why: '天数超过 3' }])
    expect(await count()).toBe(before)
  })
  it('10-W18 what is open when a batch ends goes on or is refused with the reason, as the batch says; nothing is dropped', async () => {
    const batchId = await flow(school, line(asks('a', people(a, b), { multi: { kind: 'all', untilEverybodyVoted: true } }), asks('b', people(b))))
    const [open, voted, returned, done] = [
      await handIn(school.student, batchId),
      await handIn(school.student, batchId),
      await handIn(school.student, batchId),
      await handIn(school.student, batchId),
    ]
    await approve(a, await todoOf(school, voted.instanceId, a))
    await giveBack(a, await todoOf(school, returned.instanceId, a), 'applicant')
    await school.student.post('workflow/processInstance/withdraw', { instanceId: done.instanceId })
    const end = (how: 'stay' | 'reject') => endBatch(acting(school.db), { processType: 'errand', batchId, rule: how, reason: '批次已截止' })
    expect(await end('stay')).toEqual({ stayed: 3, rejected: 0 })
    expect((await stateOf(school, open)).row).toBe('pending')
    expect(await end('reject')).toEqual({ stayed: 0, rejected: 3 })
    expect(await Promise.all([open, voted, returned, done].map(async of => (await stateOf(school, of)).row))).toEqual(['rejected', 'rejected', 'cancelled', 'withdrawn'])
    expect((await logsOf(school, open.instanceId)).at(-1)).toMatchObject({ action: 'autoReject', opinion: '批次已截止' })
    expect((await tasksOf(school, voted.instanceId)).every(t => t.state !== 'todo')).toBe(true)
    expect(await end('reject')).toEqual({ stayed: 0, rejected: 0 })
  })
  it('10-W3 an application without any published flow is refused by name', async () => {
    await school.db.query(sql`update process_def set is_default = false, state = 'disabled' where code = 'errandDefault'`)
    const { processDef } = await import('./flows/model/process.ts')
    await school.db.changed(processDef)
    const answer = await school.student.post('errand/errand/handIn', { place: 'p', days: 1, kind: 'sick' })
    expect([rule(answer), answer.msg]).toEqual(['422 workflow.processDef.none', '“外出办事”还没有已发布的流程，暂时不能申请，请联系学工处'])
  })
})

describe('10-W12 what other modules hear', () => {
  const heard = async (of: HandedIn): Promise<Array<[event: string, state: unknown, round: unknown]>> => {
    const told = await school.db.query<{ event: string; payload: Record<string, unknown> }>(
      sql`select event, payload from outbox where event like 'workflow.%' and payload->>'instanceId' = ${of.instanceId} order by id`,
    )
    for (const { payload } of told) expect(payload).toMatchObject({ processType: 'errand', bizType: 'errand', bizId: of.id, applicantId: school.student.userId })
    return told.map(t => [t.event, t.payload.state, t.payload.round])
  }
  it('10-W12 every outcome is told once, as it is committed; a step on the way is none', async () => {
    const handed = async () => handIn(school.student, await flow(school, line(asks('a', people(a)), asks('b', people(b)))))
    const [agreed, refused, taken] = [await handed(), await handed(), await handed()]
    await approve(a, await todoOf(school, agreed.instanceId, a))
    expect(await heard(agreed)).toEqual([['workflow.submitted', undefined, undefined]])
    await giveBack(b, await todoOf(school, agreed.instanceId, b), 'applicant')
    await school.student.post('workflow/processInstance/resubmit', { instanceId: agreed.instanceId })
    await approve(b, await todoOf(school, agreed.instanceId, b))
    const submitted = ['workflow.submitted', undefined, undefined]
    expect(await heard(agreed)).toEqual([submitted, ['workflow.decided', 'returned', 1], submitted, ['workflow.decided', 'approved', 2]])
    await reject(a, await todoOf(school, refused.instanceId, a))
    expect(await heard(refused)).toEqual([submitted, ['workflow.decided', 'rejected', 1]])
    await school.student.post('workflow/processInstance/withdraw', { instanceId: taken.instanceId })
    expect(await heard(taken)).toEqual([submitted, ['workflow.decided', 'withdrawn', 1]])
  })
})

describe('races', () => {
  it('fifty people deciding at once leave one decision', async () => {
    const fifty = await Promise.all(Array.from({ length: 50 }, (_, i) => staff(school, `第${i}人`)))
    const made = await handIn(school.student, await flow(school, line(asks('any', people(...fifty)))))
    const tasks = await Promise.all(fifty.map(who => todoOf(school, made.instanceId, who)))
    const answers = await Promise.all(fifty.map((who, i) => (i % 2 ? approve(who, tasks[i] as string) : reject(who, tasks[i] as string))))
    expect(answers.filter(x => x.code === 200)).toHaveLength(1)
    expect(new Set(answers.filter(x => x.code !== 200).map(rule))).toEqual(new Set(['422 workflow.processTask.notTodo']))
    const logs = (await logsOf(school, made.instanceId)).filter(l => l.action === 'approve' || l.action === 'reject')
    expect(logs).toHaveLength(1)
    const { row, log } = await stateOf(school, made)
    expect([row, log]).toEqual(logs[0]?.action === 'approve' ? ['approved', 'submitted;approved;'] : ['rejected', 'submitted;rejected;'])
  })
  it('of withdraw and approve exactly one wins, and state and record agree', async () => {
    for (let i = 0; i < 8; i++) {
      const made = await handIn(school.student, await flow(school, line(asks('a', people(a)), asks('b', people(b)))))
      const task = await todoOf(school, made.instanceId, a)
      const [withdrawn, approved] = await Promise.all([
        school.student.post('workflow/processInstance/withdraw', { instanceId: made.instanceId }),
        i % 2 ? approve(a, task) : new Promise<Awaited<ReturnType<typeof approve>>>(done => setTimeout(() => done(approve(a, task)), 2)),
      ])
      expect([withdrawn.code, approved.code].sort()).toEqual([200, 422])
      const { row, instance } = await stateOf(school, made)
      const logs = (await logsOf(school, made.instanceId)).map(l => l.action)
      if (withdrawn.code === 200) expect([row, instance, logs, rule(approved)]).toEqual(['withdrawn', 'withdrawn', ['submit', 'withdraw'], '422 workflow.processTask.notTodo'])
      else expect([row, instance, logs, rule(withdrawn)]).toEqual(['pending', 'pending', ['submit', 'approve'], '422 workflow.processTask.acted'])
    }
  })
  it('the same button pressed twice with one key decides once and answers the same', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a)))))
    const task = await todoOf(school, made.instanceId, a)
    const press = () => a.post('workflow/processTask/approve', { taskId: task }, { 'idempotency-key': 'press1' })
    const [first, second] = await Promise.all([press(), press()])
    expect([first.code, second.code, first.data]).toEqual([200, 200, second.data])
  })
  it('of an owner and a deputy deciding at once leave one decision', async () => {
    const [owner, deputy] = [await staff(school, '王书记'), await staff(school, '李代办')]
    await owner.post('workflow/delegation/add', { deputyId: deputy.userId, from: '2020-01-01', to: '2099-01-01' })
    const made = await handIn(school.student, await flow(school, line(asks('a', people(owner)), asks('b', people(b)))))
    const task = await todoOf(school, made.instanceId, owner)
    const answers = await Promise.all([approve(owner, task), approve(deputy, task)])
    expect(answers.map(x => x.code).sort()).toEqual([200, 422])
    expect((await logsOf(school, made.instanceId)).filter(l => l.action === 'approve')).toHaveLength(1)
  })
  it('of taking back and the next approval exactly one wins', async () => {
    for (let i = 0; i < 6; i++) {
      const made = await handIn(school.student, await flow(school, line(asks('a', people(a)), asks('b', people(b)), asks('c', people(school.college)))))
      const first = await todoOf(school, made.instanceId, a)
      await approve(a, first)
      const second = await todoOf(school, made.instanceId, b)
      const [back, on] = await Promise.all([a.post('workflow/processTask/takeBack', { taskId: first }), approve(b, second)])
      expect([back.code, on.code].sort()).toEqual([200, 422])
      const open = (await tasksOf(school, made.instanceId)).filter(t => t.state === 'todo')
      expect(open.map(t => t.node)).toEqual([back.code === 200 ? 'a' : 'c'])
    }
  })
  it('of two resubmissions one is made', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a)))))
    await giveBack(a, await todoOf(school, made.instanceId, a), 'applicant')
    const again = () => school.student.post('workflow/processInstance/resubmit', { instanceId: made.instanceId })
    const answers = await Promise.all([again(), again()])
    expect(answers.map(x => x.code).sort()).toEqual([200, 422])
    expect((await tasksOf(school, made.instanceId)).filter(t => t.state === 'todo')).toHaveLength(1)
  })
})
