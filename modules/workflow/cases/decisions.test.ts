import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as students from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'
import { errand } from '../../../kernel/testing/modules/errand/model/errand.ts'
import { approve, asks, type FlowSchool, flow, flowSchool, giveBack, handIn, line, logsOf, people, reject, rule, staff, stateOf, tasksOf, todoOf, todosOf } from '../testing.ts'

let school: FlowSchool
let a: Actor
let b: Actor
let c: Actor
beforeAll(async () => {
  school = await flowSchool(students)
  a = await staff(school, '王强')
  b = await staff(school, '赵敏')
  c = await staff(school, '孙丽')
})
afterAll(() => school.close())
const inbox = async (who: Actor, title: string): Promise<string[]> => {
  await school.server.settle()
  return (await who.get<{ result: Array<{ title: string }> }>('base/message/mine', { keyword: title, size: 100 })).data.result.map(m => m.title)
}
const post = (who: Actor, verb: string, body: Record<string, unknown>) => who.post<Record<string, unknown>>(`workflow/processTask/${verb}`, body)

describe('an application', () => {
  it('goes from step to step and takes effect when the last has agreed', async () => {
    const batch = await flow(school, line(asks('fdy', { by: 'relation', relation: 'fdy' }), asks('college', { by: 'relation', relation: 'college' })))
    const made = await handIn(school.student, batch)
    expect(await stateOf(school, made)).toMatchObject({ row: 'pending', instance: 'pending', log: 'submitted;' })
    const first = await approve(school.fdy, await todoOf(school, made.instanceId, school.fdy), { opinion: '同意' })
    expect(first.data).toMatchObject({ state: 'pending', nextStep: '等 陈书记 在“college审批”办理' })
    const last = await approve(school.college, await todoOf(school, made.instanceId, school.college))
    expect(last.data).toMatchObject({ state: 'approved', nextStep: null })
    expect(await stateOf(school, made)).toMatchObject({ row: 'approved', instance: 'approved', log: 'submitted;approved;' })
    expect((await logsOf(school, made.instanceId)).map(l => l.action)).toEqual(['submit', 'approve', 'approve'])
    expect((await todosOf(school, school.fdy)).filter(t => t.bizId === made.id)).toMatchObject([{ state: 'done', result: '同意', doneBy: school.fdy.userId }])
    expect(await inbox(school.student, '申请通过')).toContain('申请通过：市医院外出 2 天')
    expect(await inbox(school.fdy, '待审批')).toContain('待审批：市医院外出 2 天')
  })
  it('is handed in once: a second time while it is under approval is refused', async () => {
    const batch = await flow(school, line(asks('a', people(a))))
    const { id } = await handIn(school.student, batch)
    const [row] = await school.db.unscoped(errand).all({ id })
    expect(row?.state).toBe('pending')
    const again = await school.student.post('errand/errand/handInAgain', { id })
    expect(rule(again)).toBe('422 workflow.processTask.notReturned')
  })
  it('ends rejected with the opinion told to whom it concerns; a rejection without a word is refused', async () => {
    const batch = await flow(school, line(asks('a', people(a)), asks('b', people(b))))
    const made = await handIn(school.student, batch)
    const task = await todoOf(school, made.instanceId, a)
    expect(rule(await reject(a, task, null))).toBe('422 workflow.processTask.opinion')
    expect((await reject(a, task, '材料不全')).data.state).toBe('rejected')
    expect(await stateOf(school, made)).toMatchObject({ row: 'rejected', log: 'submitted;rejected;' })
    expect(await inbox(school.student, '申请被驳回')).toHaveLength(1)
    expect(rule(await approve(a, task))).toBe('422 workflow.processTask.notTodo')
  })
  it('asks for the opinion and the signature that the step wants', async () => {
    const batch = await flow(school, line(asks('a', people(a), { needOpinion: 'always', needSign: true })))
    const made = await handIn(school.student, batch)
    const task = await todoOf(school, made.instanceId, a)
    expect(rule(await approve(a, task))).toBe('422 workflow.processTask.opinion')
    const unsigned = await approve(a, task, { opinion: '好' })
    expect([rule(unsigned), unsigned.errors[0]?.field]).toEqual(['422 workflow.processTask.sign', 'signature'])
    const [file] = await school.db.query<{ id: string }>(sql`insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id)
      values (${school.tenantId}, 'sign.png', 'png', 1, 'x', 'b', 'k', 'image', ${a.userId}) returning id`)
    const stolen = await approve(a, task, { opinion: '好', signature: ['0190f5a0-0000-7000-8000-000000000000'] })
    expect(rule(stolen)).toBe('422 file.notYours')
    expect((await approve(a, task, { opinion: '好', signature: [file?.id] })).data.state).toBe('approved')
  })
  it('is nobody’s business but of whom it was given to: others see nothing, readers may not decide', async () => {
    const batch = await flow(school, line(asks('a', people(a))))
    const made = await handIn(school.student, batch)
    const task = await todoOf(school, made.instanceId, a)
    expect((await approve(c, task)).code).toBe(404)
    expect(rule(await approve(school.officer, task))).toBe('422 workflow.processTask.notYours')
    expect(rule(await approve(school.student, task))).toBe('422 workflow.processTask.notYours')
    expect((await approve(a, 'nonsense')).code).toBe(404)
    expect((await school.anonymous.post('workflow/processTask/approve', { taskId: task })).code).toBe(401)
  })
})

describe('10-W5 nobody approves their own application', () => {
  it('10-W5 a member of staff who applies is passed over for who stands above, or the owner', async () => {
    const batch = await flow(school, line(asks('a', people(a))), { ownerIds: [b.userId] })
    const made = await handIn(a, batch)
    expect(await tasksOf(school, made.instanceId)).toMatchObject([{ userId: b.userId, state: 'todo' }])
    expect((await logsOf(school, made.instanceId)).find(l => l.action === 'nobody')?.to).toMatch('转给')
  })
})

describe('10-W6 the same person twice', () => {
  it('10-W6 is asked again by default, or passes where the step says so', async () => {
    const again = await handIn(school.student, await flow(school, line(asks('a', people(a)), asks('b', people(a)))))
    await approve(a, await todoOf(school, again.instanceId, a))
    expect((await tasksOf(school, again.instanceId)).map(t => t.state)).toEqual(['done', 'todo'])
    const once = await handIn(school.student, await flow(school, line(asks('a', people(a)), asks('b', people(a), { samePolicy: 'pass' }))))
    expect((await approve(a, await todoOf(school, once.instanceId, a))).data.state).toBe('approved')
    expect((await logsOf(school, once.instanceId)).map(l => l.action)).toEqual(['submit', 'approve', 'passed'])
  })
})

describe('10-W7 或签', () => {
  it('10-W7 of three at once: one decision, two are told who has handled it', async () => {
    const batch = await flow(school, line(asks('any', people(a, b, c), { multi: { kind: 'any' } }), asks('next', people(school.college))))
    const made = await handIn(school.student, batch)
    const tasks = await Promise.all([a, b, c].map(who => todoOf(school, made.instanceId, who)))
    const answers = await Promise.all([a, b, c].map((who, i) => approve(who, tasks[i] as string, { opinion: `${i}` })))
    expect(answers.map(x => x.code).sort()).toEqual([200, 422, 422])
    const winner = [a, b, c][answers.findIndex(x => x.code === 200)] as Actor
    for (const lost of answers.filter(x => x.code !== 200)) {
      expect(rule(lost)).toBe('422 workflow.processTask.notTodo')
      expect(lost.errors[0]?.values).toMatchObject({ name: ['王强', '赵敏', '孙丽'][[a, b, c].indexOf(winner)], action: '同意' })
    }
    const rows = (await tasksOf(school, made.instanceId)).filter(t => t.node === 'any')
    expect(rows.map(t => t.state).sort()).toEqual(['done', 'skipped', 'skipped'])
    expect(rows.every(t => t.actedBy === winner.userId)).toBe(true)
    expect((await logsOf(school, made.instanceId)).filter(l => l.action === 'approve')).toHaveLength(1)
    const left = [a, b, c].find(who => who !== winner) as Actor
    const [todo] = (await todosOf(school, left)).filter(t => t.bizId === made.id)
    expect(todo).toMatchObject({ state: 'done', result: '同意', doneBy: winner.userId })
    const standing = await left.get<{ doneByName: string; result: string }>('base/todo/standing', { bizType: 'errand', bizId: made.id })
    expect(standing.data).toMatchObject({ result: '同意' })
  })
})

describe('10-W8 会签', () => {
  it('10-W8 of five: the last two in the same instant advance it once, one line each', async () => {
    const five = [a, b, c, await staff(school, '周一'), await staff(school, '吴二')]
    const batch = await flow(school, line(asks('all', people(...five), { multi: { kind: 'all' } }), asks('next', people(school.college, school.officer))))
    const made = await handIn(school.student, batch)
    const tasks = await Promise.all(five.map(who => todoOf(school, made.instanceId, who)))
    for (const i of [0, 1, 2]) expect((await approve(five[i] as Actor, tasks[i] as string)).code).toBe(200)
    const last = await Promise.all([3, 4].map(i => approve(five[i] as Actor, tasks[i] as string)))
    expect(last.map(x => x.code)).toEqual([200, 200])
    const rows = await tasksOf(school, made.instanceId)
    expect(
      rows
        .filter(t => t.node === 'next')
        .map(t => t.userId)
        .sort(),
    ).toEqual([school.college.userId, school.officer.userId].sort())
    const lines = (await logsOf(school, made.instanceId)).filter(l => l.action === 'approve')
    expect(new Set(lines.map(l => l.actorId)).size).toBe(5)
    expect(lines).toHaveLength(5)
  })
  it('10-W8 ends at the first rejection, or after everybody has voted where the step says so', async () => {
    const once = await handIn(school.student, await flow(school, line(asks('all', people(a, b), { multi: { kind: 'all' } }))))
    expect((await reject(a, await todoOf(school, once.instanceId, a))).data.state).toBe('rejected')
    const all = await handIn(school.student, await flow(school, line(asks('all', people(a, b), { multi: { kind: 'all', untilEverybodyVoted: true } }))))
    expect((await reject(a, await todoOf(school, all.instanceId, a))).data.state).toBe('pending')
    expect((await approve(b, await todoOf(school, all.instanceId, b))).data.state).toBe('rejected')
  })
})

describe('10-W12 the module’s effect', () => {
  it('10-W12 that fails leaves the task open with the cause; nothing of the decision stays', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a)))), { place: '禁区' })
    const answer = await approve(a, await todoOf(school, made.instanceId, a), { opinion: '去吧' })
    expect([rule(answer), answer.msg]).toEqual(['422 workflow.processTask.effect', '没有办成：禁区不能去'])
    expect(await stateOf(school, made)).toMatchObject({ row: 'pending', instance: 'pending', log: 'submitted;' })
    expect((await tasksOf(school, made.instanceId)).map(t => t.state)).toEqual(['todo'])
    expect((await logsOf(school, made.instanceId)).map(l => l.action)).toEqual(['submit'])
    expect((await todosOf(school, a)).filter(t => t.bizId === made.id)).toMatchObject([{ state: 'open' }])
  })
})

describe('a returned application', () => {
  it('comes straight back to who returned it, or walks again, and 10-W11 shows what changed with the earlier opinion', async () => {
    const batch = await flow(school, line(asks('a', people(a)), asks('b', people(b))))
    const made = await handIn(school.student, batch)
    await approve(a, await todoOf(school, made.instanceId, a))
    const task = await todoOf(school, made.instanceId, b)
    expect((await giveBack(b, task, 'applicant')).data).toMatchObject({ state: 'returned', nextStep: '等申请人修改后重新提交' })
    expect(await stateOf(school, made)).toMatchObject({ row: 'returned', log: 'submitted;returned;' })
    expect((await todosOf(school, school.student)).filter(t => t.bizId === made.id)).toMatchObject([{ node: '退回修改', state: 'open', kind: 'task' }])
    expect(await inbox(school.student, '申请被退回')).toHaveLength(1)
    expect((await school.student.post('errand/errand/handInAgain', { id: made.id, days: 3 })).code).toBe(200)
    expect((await todosOf(school, school.student)).filter(t => t.bizId === made.id)).toMatchObject([{ state: 'done', result: '重新提交' }])
    const straight = (await tasksOf(school, made.instanceId)).filter(t => t.state === 'todo')
    expect(straight).toMatchObject([{ userId: b.userId, round: 2 }])
    const seen = (
      await b.get<{ title: string; form: Array<{ name: string; was: string | null; text: string }>; tasks: Array<{ opinion: string | null }> }>('workflow/processInstance/case', {
        id: made.instanceId,
      })
    ).data
    expect(seen.title).toBe('市医院外出 3 天')
    expect(seen.form.filter(f => f.was !== null)).toMatchObject([{ name: 'days', was: '2', text: '3' }])
    expect(seen.tasks.map(t => t.opinion)).toContain('请补充')
    await giveBack(b, straight[0]?.id as string, 'applicant')
    await school.student.post('errand/errand/handInAgain', { id: made.id, walkAgain: true })
    expect((await tasksOf(school, made.instanceId)).filter(t => t.state === 'todo')).toMatchObject([{ userId: a.userId, round: 3 }])
  })
  it('goes back to a step that was passed, never to one that was not', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a)), asks('b', people(b)), asks('c', people(c)))))
    await approve(a, await todoOf(school, made.instanceId, a))
    const task = await todoOf(school, made.instanceId, b)
    const wrong = await giveBack(b, task, 'c')
    expect([rule(wrong), wrong.errors[0]?.values?.node]).toEqual(['422 workflow.processTask.notPassed', 'c审批'])
    expect(rule(await post(b, 'return', { taskId: task, to: 'a' }))).toBe('422 workflow.processTask.opinion')
    expect((await giveBack(b, task, 'a')).code).toBe(200)
    expect(await stateOf(school, made)).toMatchObject({ row: 'pending' })
    await approve(a, await todoOf(school, made.instanceId, a))
    expect(await todoOf(school, made.instanceId, b)).not.toBe('')
  })
})

describe('10-W9 the form', () => {
  it('10-W9 a step changes what it may and nothing else, needs what it must, and the difference is kept', async () => {
    const step = asks('a', people(a), { fieldPerms: { allowance: 'required', internal: 'edit', place: 'read', checkerId: 'hidden' } })
    const made = await handIn(school.student, await flow(school, line(step, asks('b', people(b), { fieldPerms: { internal: 'hidden' } }))))
    const task = await todoOf(school, made.instanceId, a)
    const missing = await approve(a, task)
    expect([rule(missing), missing.errors[0]?.values?.fields]).toEqual(['422 workflow.processTask.fields', ['核定补贴']])
    for (const fields of [{ place: '别处' }, { checkerId: b.userId }, { state: 'approved' }, { nothing: 1 }])
      expect(rule(await approve(a, task, { fields }))).toBe('422 workflow.processTask.field')
    expect((await approve(a, task, { fields: { allowance: 'viel' } })).code).toBe(400)
    expect((await approve(a, task, { fields: { allowance: 80, internal: '家庭困难' } })).code).toBe(200)
    const [row] = await school.db.unscoped(errand).all({ id: made.id })
    expect(row).toMatchObject({ allowance: 80, internal: '家庭困难', place: '市医院' })
    interface Seen {
      form: Array<{ name: string; perm: string }>
      logs: Array<{ action: string; diff: Array<{ label: string; from: string | null; to: string | null }> }>
    }
    const mine = (await a.get<Seen>('workflow/processInstance/case', { id: made.instanceId })).data
    expect(mine.logs.find(l => l.action === 'approve')?.diff).toEqual([
      { label: '核定补贴', from: null, to: '80' },
      { label: '内部意见', from: null, to: '家庭困难' },
    ])
    expect(mine.form.map(f => f.name)).not.toContain('checkerId')
    const next = (await b.get<Seen>('workflow/processInstance/case', { id: made.instanceId })).data
    expect(next.form.map(f => f.name)).not.toContain('internal')
    expect(next.logs.find(l => l.action === 'approve')?.diff).toEqual([{ label: '核定补贴', from: null, to: '80' }])
  })
})

describe('people one asks', () => {
  it('a task is transferred for good, told to the receiver, and refused for who cannot take it', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a, b)))))
    const task = await todoOf(school, made.instanceId, a)
    const gone = await staff(school, '离职者')
    await school.db.query(sql`update sys_user set status = 'disabled' where id = ${gone.userId}`)
    const why = async (userId: string) => {
      const answer = await post(a, 'transfer', { taskId: task, userId })
      return [rule(answer), answer.errors[0]?.values?.why]
    }
    expect(await why(gone.userId)).toEqual(['422 workflow.processTask.receiver', '的账号已停用'])
    expect(await why(b.userId)).toEqual(['422 workflow.processTask.receiver', '已经在这一步'])
    expect(await why(school.student.userId)).toEqual(['422 workflow.processTask.receiver', '是学生'])
    expect((await post(a, 'transfer', { taskId: task, userId: c.userId, opinion: '请你看' })).code).toBe(200)
    expect(await todoOf(school, made.instanceId, a)).toBe('')
    expect((await todosOf(school, a)).filter(t => t.bizId === made.id)).toMatchObject([{ state: 'transferred', result: '转办' }])
    expect(await inbox(c, '移交给你')).toHaveLength(1)
    expect((await logsOf(school, made.instanceId)).at(-1)).toMatchObject({ action: 'transfer', to: '孙丽', opinion: '请你看' })
    expect((await approve(c, await todoOf(school, made.instanceId, c))).data.state).toBe('approved')
  })
  it('a delegate gives an opinion, the decision comes back', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a)))))
    const task = await todoOf(school, made.instanceId, a)
    expect((await post(a, 'delegate', { taskId: task, userId: b.userId })).code).toBe(200)
    expect(rule(await approve(a, task))).toBe('422 workflow.processTask.notYet')
    const theirs = await todoOf(school, made.instanceId, b)
    expect(rule(await approve(b, theirs))).toBe('422 workflow.processTask.mayNot')
    expect((await post(b, 'answer', { taskId: theirs, opinion: '可以' })).code).toBe(200)
    expect((await approve(a, task)).data.state).toBe('approved')
  })
  it('signers are added before, after and beside, at most ten, and taken out while they have not acted', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a)))))
    const task = await todoOf(school, made.instanceId, a)
    const eleven = await Promise.all(Array.from({ length: 11 }, (_, i) => staff(school, `加签${i}`)))
    expect((await post(a, 'addSign', { taskId: task, userIds: eleven.map(e => e.userId), as: 'beside' })).code).toBe(400)
    expect((await post(a, 'addSign', { taskId: task, userIds: eleven.slice(0, 9).map(e => e.userId), as: 'beside' })).code).toBe(200)
    expect(rule(await post(a, 'addSign', { taskId: task, userIds: [b.userId, c.userId], as: 'after' }))).toBe('422 workflow.processTask.tooManySigns')
    const first = await todoOf(school, made.instanceId, eleven[0] as Actor)
    expect(rule(await post(eleven[1] as Actor, 'removeSign', { taskId: first }))).toBe('422 workflow.processTask.notYours')
    expect((await post(a, 'removeSign', { taskId: first })).code).toBe(200)
    const second = await todoOf(school, made.instanceId, eleven[1] as Actor)
    await post(eleven[1] as Actor, 'answer', { taskId: second, opinion: '行' })
    expect(rule(await post(a, 'removeSign', { taskId: second }))).toBe('422 workflow.processTask.notWaiting')
    expect((await post(a, 'addSign', { taskId: task, userIds: [b.userId], as: 'after' })).code).toBe(200)
    expect((await approve(a, task)).data.state).toBe('pending')
    expect((await approve(b, await todoOf(school, made.instanceId, b))).data.state).toBe('approved')
  })
  it('one asked before me goes first', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a)))))
    const task = await todoOf(school, made.instanceId, a)
    await post(a, 'addSign', { taskId: task, userIds: [b.userId], as: 'before' })
    const early = await approve(a, task)
    expect([rule(early), early.errors[0]?.values?.name]).toEqual(['422 workflow.processTask.notYet', '赵敏'])
    await approve(b, await todoOf(school, made.instanceId, b))
    expect((await approve(a, task)).data.state).toBe('approved')
  })
  it('what the step does not offer is refused by name', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a), { buttons: ['reject'] }))))
    const task = await todoOf(school, made.instanceId, a)
    const answer = await post(a, 'transfer', { taskId: task, userId: b.userId })
    expect([rule(answer), answer.msg]).toEqual(['422 workflow.processTask.button', '这一步不允许转办'])
  })
})

describe('taking back', () => {
  it('my approval comes back before the next has acted, not afterwards, and names who has', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a)), asks('b', people(b)), asks('c', people(c)))))
    const task = await todoOf(school, made.instanceId, a)
    await approve(a, task)
    expect((await post(a, 'takeBack', { taskId: task })).code).toBe(200)
    expect(await todoOf(school, made.instanceId, b)).toBe('')
    await approve(a, await todoOf(school, made.instanceId, a))
    await approve(b, await todoOf(school, made.instanceId, b))
    const mine = (await tasksOf(school, made.instanceId)).findLast(t => t.userId === a.userId && t.state === 'done')
    const late = await post(a, 'takeBack', { taskId: mine?.id })
    expect([rule(late), late.errors[0]?.values?.name]).toEqual(['422 workflow.processTask.nothingToTakeBack', '赵敏'])
    await approve(c, await todoOf(school, made.instanceId, c))
    expect(rule(await post(a, 'takeBack', { taskId: mine?.id }))).toBe('422 workflow.processTask.ended')
  })
  it('an application is withdrawn until somebody has acted; then it says who and when', async () => {
    const made = await handIn(school.student, await flow(school, line(asks('a', people(a)), asks('b', people(b)))))
    expect((await a.post('workflow/processInstance/withdraw', { instanceId: made.instanceId })).errors[0]?.rule).toBe('workflow.processTask.mayNot')
    expect((await c.post('workflow/processInstance/withdraw', { instanceId: made.instanceId })).code).toBe(404)
    await approve(a, await todoOf(school, made.instanceId, a))
    const late = await school.student.post('workflow/processInstance/withdraw', { instanceId: made.instanceId })
    expect([rule(late), late.errors[0]?.values?.name, late.errors[0]?.values?.action]).toEqual(['422 workflow.processTask.acted', '王强', '撤回'])
    expect(late.errors[0]?.values?.time).toMatch(/^\d\d-\d\d \d\d:\d\d$/)
  })
})
