import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlowNode } from '#flow/index.ts'
import * as students from '#modules/student/testing.ts'
import { makeRole } from '#modules/system/testing.ts'
import type { Ctx } from '#server/context.ts'
import { applicationSources } from '#server/extensions/desk-parts.ts'
import type { Actor } from '#testing/school.ts'
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
  seen,
  staff,
  stateOf,
  tasksOf,
  todoOf,
  todosOf,
} from '../testing.ts'

let school: FlowSchool
let a: Actor
let b: Actor
let stranger: Actor
beforeAll(async () => {
  school = await flowSchool(students)
  a = await staff(school, '王强')
  b = await staff(school, '赵敏')
  stranger = await staff(school, '路人')
})
afterAll(() => school.close())
const made = async (...steps: FlowNode[]): Promise<HandedIn> => handIn(school.student, await flow(school, line(...steps)))
interface Listed {
  result: Array<{
    instanceId: string
    title: string
    onBehalfOfName: string | null
    isOverdue: boolean
    summary: string | null
    link: string
    action: string | null
    processTypeName: string
    taskId: string | null
  }>
  page: { total: number }
}
const list = async (who: Actor, tab: string, more: Record<string, unknown> = {}): Promise<Listed['result']> =>
  (await who.get<Listed>('workflow/processTask/mine', { tab, size: 200, ...more })).data.result
const has = async (who: Actor, tab: string, { instanceId }: HandedIn): Promise<boolean> => (await list(who, tab)).some(r => r.instanceId === instanceId)

describe('10-W16 who reads a case', () => {
  it('10-W16 the applicant, who decides, who decided, whom it was copied to, who watches; nobody else', async () => {
    const case1 = await made(asks('a', people(a)), asks('b', people(b)))
    const codes = async () =>
      Promise.all([school.student, a, b, school.officer, school.college, school.fdy, stranger, school.other].map(async who => (await seen(who, case1.instanceId)).code))
    // the counsellor is no approver here and has no watch permission; the college manager watches those of the college
    expect(await codes()).toEqual([200, 200, 404, 200, 200, 404, 404, 404])
    await approve(a, await todoOf(school, case1.instanceId, a))
    expect(await codes()).toEqual([200, 200, 200, 200, 200, 404, 404, 404])
    expect((await seen(stranger, '0190f5a0-0000-7000-8000-000000000000')).code).toBe(404)
    expect((await school.anonymous.get('workflow/processInstance/case', { id: case1.instanceId })).code).toBe(401)
    await school.student.post('workflow/processInstance/cc', { instanceId: case1.instanceId, userIds: [stranger.userId] })
    expect((await seen(stranger, case1.instanceId)).code).toBe(200)
    const another = await school.another()
    const foreign = await another.as({ roles: ['admin'] })
    expect((await seen(foreign, case1.instanceId)).code).toBe(404)
  })
  it('10-W16 a manager of another college sees nothing of it, in page, list and forced actions', async () => {
    const art = await school.as({ roles: ['college'], departmentId: school.ids.art })
    const case1 = await made(asks('a', people(a)))
    expect((await seen(art, case1.instanceId)).code).toBe(404)
    expect((await seen(school.college, case1.instanceId)).code).toBe(200)
    const listed = async (who: Actor) =>
      (await who.get<{ result: Array<{ id: string }> }>('workflow/processInstance/list', { size: 200 })).data.result.some(r => r.id === case1.instanceId)
    expect([await listed(art), await listed(school.college)]).toEqual([false, true])
    await makeRole(school, 'forcer', ['workflow:processInstance:list', 'workflow:processInstance:suspend', 'workflow:processInstance:void'], 'dept')
    const forcer = await school.as({ roles: ['forcer'], departmentId: school.ids.art })
    expect((await forcer.post('workflow/processInstance/suspend', { instanceId: case1.instanceId, reason: '查' })).code).toBe(404)
    expect((await school.college.post('workflow/processInstance/suspend', { instanceId: case1.instanceId, reason: '查' })).code).toBe(403)
  })
  it('10-W16 personal values are masked for all but the applicant, sensitive ones need the permission and leave an entry', async () => {
    await makeRole(school, 'doctor', ['errand:errand:reveal'])
    const doctor = await school.as({ roles: ['doctor'], nickName: '校医' })
    const batch = await flow(school, line(asks('a', people(a)), asks('doctor', people(doctor))))
    const case1 = await handIn(school.student, batch, { phone: '13812345678', illness: '阑尾炎' })
    const field = async (who: Actor, name: string) => (await seen(who, case1.instanceId)).data.form.find(f => f.name === name)?.text ?? null
    expect([await field(school.student, 'phone'), await field(a, 'phone')]).toEqual(['13812345678', '138****5678'])
    expect([await field(school.student, 'illness'), await field(a, 'illness'), await field(school.officer, 'illness')]).toEqual(['阑尾炎', null, null])
    const entries = () => school.db.query(sql`select 1 from audit_log where action = 'reveal' and biz_id::text = ${case1.id} and user_id = ${doctor.userId}`)
    await approve(a, await todoOf(school, case1.instanceId, a))
    expect(await field(doctor, 'illness')).toBe('阑尾炎')
    expect(await entries()).toHaveLength(1)
    await approve(doctor, await todoOf(school, case1.instanceId, doctor))
    expect(await field(doctor, 'illness')).toBeNull()
    const told = await school.student.post('workflow/processInstance/cc', { instanceId: case1.instanceId, userIds: [stranger.userId] })
    expect([rule(told), told.errors[0]?.values?.name]).toEqual(['422 workflow.processInstance.mayNotRead', '路人'])
  })
  it('10-W9 the files of a row are read by who decides on it, not where the step hides the field', async () => {
    const batch = await flow(school, line(asks('a', people(a)), asks('b', people(b), { fieldPerms: { proof: 'hidden' } })))
    const case1 = await handIn(school.student, batch)
    const [file] = await school.db.query<{
      id: string
    }>(sql`insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id, biz_type, biz_id, field, scan_state)
      values (${school.tenantId}, 'x.png', 'png', 1, 'x', 'b', 'k', 'image', ${school.student.userId}, 'errand', ${case1.id}, 'proof', 'clean') returning id`)
    const may = async (who: Actor) => (await who.get('oss/oss/endpoint/ticket', { fileId: file?.id })).code
    const codes = [await may(a), await may(stranger)]
    await approve(a, await todoOf(school, case1.instanceId, a))
    expect([...codes, await may(b)]).toEqual([200, 404, 404])
  })
})

describe('the case page', () => {
  it('shows where it stands, what lies ahead, and what I may do', async () => {
    const case1 = await made(asks('a', people(a), { phrases: ['情况属实'] }), asks('b', people(b)), asks('c', { by: 'relation', relation: 'college' }))
    await a.post('workflow/processTask/savePhrases', { phrases: ['同意', '同意', '请补材料'] })
    const mine = (await seen(a, case1.instanceId)).data
    expect(mine).toMatchObject({ state: 'pending', standing: { a: 'current' }, nextStep: '等 王强 在“a审批”办理' })
    expect(mine.ahead).toMatchObject([
      { node: 'b', people: '赵敏' },
      { node: 'c', people: '陈书记' },
    ])
    expect(mine.mine).toMatchObject({ kind: 'decide', needOpinion: 'negative', returnTo: [{ node: 'applicant' }], phrases: ['情况属实', '同意', '请补材料'] })
    expect(mine.can.sort()).toEqual(['addSign', 'approve', 'cc', 'comment', 'delegate', 'reject', 'return', 'transfer'])
    expect((await seen(school.student, case1.instanceId)).data.can.sort()).toEqual(['cc', 'comment', 'urge', 'withdraw'])
    expect((await seen(school.officer, case1.instanceId)).data.can.sort()).toEqual(['comment', 'jump', 'reassign', 'suspend', 'urge', 'void'])
    await approve(a, await todoOf(school, case1.instanceId, a))
    const then = (await seen(a, case1.instanceId)).data
    expect([then.mine, then.can]).toEqual([null, ['comment', 'takeBack']])
    const student = (await seen(school.student, case1.instanceId)).data
    expect(student.cannot.withdraw).toMatch(/^王强 已于 .* 处理，不能撤回$/)
    expect((await seen(b, case1.instanceId)).data.mine?.returnTo.map(r => r.node)).toEqual(['applicant', 'a'])
    const byRow = await school.student.get<{ id: string }>('workflow/processInstance/case', { bizType: 'errand', bizId: case1.id })
    expect(byRow.data.id).toBe(case1.instanceId)
    expect(rule(await school.student.get('workflow/processInstance/case', {}))).toBe('422 workflow.processInstance.which')
  })
  it('lets people be picked for a later step from its list, and refuses others and none', async () => {
    const picked = asks('b', { by: 'chosen', chooser: 'previous', userIds: [b.userId, stranger.userId] })
    const case1 = await made(asks('a', people(a)), picked)
    const task = await todoOf(school, case1.instanceId, a)
    expect((await seen(a, case1.instanceId)).data.mine?.choose).toMatchObject([{ node: 'b', people: expect.arrayContaining([expect.objectContaining({ id: b.userId })]) }])
    expect(rule(await approve(a, task))).toBe('422 workflow.processTask.choose')
    expect(rule(await approve(a, task, { chosen: { b: [school.college.userId] } }))).toBe('422 workflow.processTask.receiver')
    expect(rule(await approve(a, task, { chosen: { a: [b.userId] } }))).toBe('422 workflow.processTask.unknownStep')
    expect((await approve(a, task, { chosen: { b: [b.userId] } })).code).toBe(200)
    expect(await todoOf(school, case1.instanceId, b)).not.toBe('')
    const mine = await flow(school, line(asks('x', { by: 'chosen', chooser: 'applicant', userIds: [a.userId] })))
    expect((await school.student.post('errand/errand/handIn', { place: 'p', days: 1, kind: 'sick', batchId: mine })).errors[0]?.rule).toBe('workflow.processTask.choose')
    const chosen = await handIn(school.student, mine, { chosen: { x: [a.userId] } })
    expect(await tasksOf(school, chosen.instanceId)).toMatchObject([{ userId: a.userId }])
  })
})

describe('my lists', () => {
  it('hold what waits for me, what I did, what I began, what I was shown, and their numbers', async () => {
    const me = await staff(school, '清单')
    const case1 = await made(asks('a', people(me)), asks('b', people(b)))
    const [open] = await list(me, 'todo')
    expect(open).toMatchObject({
      instanceId: case1.instanceId,
      title: '市医院外出 2 天',
      summary: '市医院，2 天',
      onBehalfOfName: null,
      processTypeName: '外出办事',
      link: `/workflow/case/${case1.instanceId}`,
    })
    expect((await me.get('workflow/processTask/counts')).data).toEqual({ todo: 1, overdue: 0, started: 0, cc: 0 })
    await approve(me, open?.taskId as string)
    expect([await has(me, 'todo', case1), await has(me, 'done', case1), await has(b, 'todo', case1), await has(school.student, 'started', case1)]).toEqual([
      false,
      true,
      true,
      true,
    ])
    expect((await list(me, 'done'))[0]).toMatchObject({ action: 'approve' })
    await school.student.post('workflow/processInstance/cc', { instanceId: case1.instanceId, userIds: [me.userId] })
    expect((await me.get('workflow/processTask/counts')).data).toEqual({ todo: 0, overdue: 0, started: 0, cc: 1 })
    expect((await seen(me, case1.instanceId)).data.cc).toMatchObject([{ name: '清单', readAt: expect.any(String) }])
    expect((await me.get('workflow/processTask/counts')).data).toMatchObject({ cc: 0 })
    expect(await list(school.student, 'started', { keyword: '市医院', state: 'pending', processType: 'errand', from: '2020-01-01', to: '2099-01-01' })).not.toHaveLength(0)
    expect(await list(school.student, 'started', { keyword: '不存在的' })).toEqual([])
    expect(await list(stranger, 'done')).toEqual([])
  })
  it('are part of my applications in the personal centre', async () => {
    const case1 = await made(asks('a', people(a)))
    const own = (
      await school.student.get<{ result: Array<{ bizType: string; bizId: string; waitsFor: string; nextStep: string; bizTypeName: string; state: string }> }>(
        'base/application/mine',
        {
          bizType: 'errand',
          size: 200,
        },
      )
    ).data.result
    expect(own.find(x => x.bizId === case1.id)).toMatchObject({ bizTypeName: '外出办事', waitsFor: '王强', state: 'pending', nextStep: '等 王强 在“a审批”办理' })
    expect((await a.get<{ result: unknown[] }>('base/application/mine', { bizType: 'errand' })).data.result).toEqual([])
  })
  it('10-P to-dos about a student name the class', async () => {
    const one = await made(asks('a', people(a)))
    const { result } = (await a.get<{ result: Array<{ bizId: string; className: string | null }> }>('base/todo/mine', { size: 100 })).data
    expect(result.find(r => r.bizId === one.id)?.className).toBe('软件2301')
  })
  it('10-P the service hall knows how long they took on average of late', async () => {
    const minutes = async () => {
      const source = school.server.core.registry.of(applicationSources).find(s => s.bizType === 'errand')
      return source?.usualMinutes?.({ db: school.db } as Ctx)
    }
    for (let n = 0; n < 5; n++) {
      const one = await made(asks('a', people(a)))
      await approve(a, await todoOf(school, one.instanceId, a))
      await school.db.query(sql`update process_instance set duration_work_min = ${100 + n} where tenant_id = ${school.tenantId} and id = ${one.instanceId}`)
    }
    await school.db.query(sql`update process_instance set ended_at = now() - interval '1 year' where tenant_id = ${school.tenantId} and duration_work_min < 100`)
    expect(await minutes()).toBe(102)
  })
  it('10-P are paged over all kinds, and say what may be done: urged and withdrawn until somebody acts, asked once more when ended', async () => {
    const pageOf = async (current: number, size: number) =>
      (await school.student.get<{ result: Array<{ bizId: string; can: string[] }>; page: { total: number } }>('base/application/mine', { current, size })).data
    const one = await made(asks('a', people(a)), asks('b', people(b)))
    const first = await pageOf(1, 2)
    const second = await pageOf(2, 2)
    expect(first.page.total).toBeGreaterThan(2)
    expect([first.result.length, new Set([...first.result, ...second.result].map(r => r.bizId)).size]).toEqual([2, 2 + second.result.length])
    const can = async () => (await pageOf(1, 200)).result.find(r => r.bizId === one.id)?.can
    expect(await can()).toEqual(['urge', 'withdraw'])
    expect((await school.student.post('workflow/processInstance/urge', { instanceId: one.instanceId })).code).toBe(200)
    expect(await can()).toEqual(['withdraw'])
    await approve(a, await todoOf(school, one.instanceId, a))
    expect(await can()).toEqual([])
  })
})

describe('10-W14 words that change nothing', () => {
  it('10-W14 urging tells who it waits for and not again within the hours set; copies and comments only tell', async () => {
    const me = await staff(school, '慢手')
    const case1 = await made(asks('a', people(me)))
    const urge = (who: Actor) => who.post<{ told: number }>('workflow/processInstance/urge', { instanceId: case1.instanceId })
    expect((await urge(stranger)).code).toBe(404)
    expect(rule(await urge(me))).toBe('422 workflow.processTask.mayNot')
    const before = await stateOf(school, case1)
    const clicks = await Promise.all([urge(school.student), urge(school.student)])
    expect(clicks.map(x => x.code).sort()).toEqual([200, 422])
    expect(rule(clicks.find(x => x.code !== 200) as never)).toBe('422 workflow.processTask.urgedAlready')
    expect((await seen(school.student, case1.instanceId)).data.cannot.urge).toMatch(/刚催办过，4 小时内不能再催/)
    const comment = (who: Actor, mentions: string[]) => who.post('workflow/processInstance/comment', { instanceId: case1.instanceId, content: '请看附件', mentions })
    expect(rule(await comment(school.student, [stranger.userId]))).toBe('422 workflow.processTask.mention')
    expect((await comment(school.student, [me.userId])).code).toBe(200)
    await school.student.post('workflow/processInstance/cc', { instanceId: case1.instanceId, userIds: [b.userId] })
    expect(await stateOf(school, case1)).toEqual(before)
    expect((await tasksOf(school, case1.instanceId)).map(t => t.state)).toEqual(['todo'])
    expect((await logsOf(school, case1.instanceId)).map(l => l.action)).toEqual(['submit', 'urge', 'comment', 'cc'])
    await school.server.settle()
    const titles = (await me.get<{ result: Array<{ title: string }> }>('base/message/mine', { size: 50 })).data.result.map(m => m.title)
    expect(titles).toEqual(expect.arrayContaining(['催办：市医院外出 2 天', expect.stringContaining('提到你')]))
  })
})

describe('power over a process', () => {
  const force = (verb: string, body: Record<string, unknown>) => school.officer.post(`workflow/processInstance/${verb}`, { reason: '核查', ...body })
  it('rests and goes on, jumps, gives to somebody else and voids, each with a reason and red in the record', async () => {
    const case1 = await made(asks('a', people(a)), asks('b', people(b)), asks('c', people(a)))
    const { instanceId } = case1
    expect((await school.officer.post('workflow/processInstance/suspend', { instanceId })).code).toBe(400)
    expect((await force('suspend', { instanceId })).code).toBe(200)
    expect(rule(await approve(a, await todoOf(school, instanceId, a)))).toBe('422 workflow.processTask.suspended')
    expect((await force('resume', { instanceId })).code).toBe(200)
    expect(rule(await force('resume', { instanceId }))).toBe('422 workflow.processTask.notSuspended')
    const task = await todoOf(school, instanceId, a)
    expect(rule(await force('reassign', { instanceId, taskId: task, userId: school.student.userId }))).toBe('422 workflow.processTask.receiver')
    expect((await force('reassign', { instanceId, taskId: task, userId: stranger.userId })).code).toBe(200)
    expect(await todoOf(school, instanceId, stranger)).not.toBe('')
    expect(rule(await force('jump', { instanceId, to: 'nowhere' }))).toBe('422 workflow.processTask.unknownStep')
    expect((await force('jump', { instanceId, to: 'c' })).code).toBe(200)
    expect(await todoOf(school, instanceId, stranger)).toBe('')
    expect((await force('void', { instanceId })).code).toBe(200)
    expect(await stateOf(school, case1)).toMatchObject({ row: 'cancelled', instance: 'cancelled', log: 'submitted;cancelled;' })
    const forced = (await logsOf(school, instanceId)).filter(l => l.isForced)
    expect(forced.map(l => [l.action, l.opinion])).toEqual(['suspend', 'resume', 'reassign', 'jump', 'void'].map(x => [x, '核查']))
    expect(rule(await force('void', { instanceId }))).toBe('422 workflow.processTask.ended')
    expect((await todosOf(school, a)).filter(t => t.bizId === case1.id && t.state === 'open')).toEqual([])
  })
  it('is the owner’s of a process, too, over every application of it', async () => {
    const owner = await staff(school, '负责人')
    const case1 = await handIn(school.student, await flow(school, line(asks('a', people(a))), { ownerIds: [owner.userId] }))
    const case2 = await made(asks('a', people(a)))
    expect((await seen(owner, case1.instanceId)).data.can.sort()).toEqual(['comment', 'jump', 'reassign', 'suspend', 'urge', 'void'])
    const end = (instanceId: string) => owner.post('workflow/processInstance/void', { instanceId, reason: '重复' })
    expect([(await end(case2.instanceId)).code, (await end(case1.instanceId)).code]).toEqual([404, 200])
    expect((await stateOf(school, case1)).row).toBe('cancelled')
  })
  it('is not for one’s own application, and not for those without the permission', async () => {
    const own = await handIn(school.officer, await flow(school, line(asks('a', people(a)))))
    expect(rule(await force('void', { instanceId: own.instanceId }))).toBe('422 workflow.processTask.mayNot')
    expect((await a.post('workflow/processInstance/void', { instanceId: own.instanceId, reason: 'x' })).code).toBe(403)
  })
})

describe('steps of other kinds', () => {
  it('does what the module can, waits, copies, and runs another flow inside', async () => {
    await flow(school, line(asks('inner', people(b))), { code: 'innerFlow' })
    const batch = await flow(
      school,
      line(
        { id: 'note', type: 'auto', name: '登记', does: 'note' },
        { id: 'past', type: 'wait', name: '等到那天', untilField: 'until' },
        { id: 'copy', type: 'cc', name: '抄送', approvers: people(stranger) },
        { id: 'sub', type: 'sub', name: '内部流程', defCode: 'innerFlow' },
        asks('a', people(a)),
      ),
    )
    const case1 = await handIn(school.student, batch, { until: '2020-01-01', illness: '感冒' })
    expect(await stateOf(school, case1)).toMatchObject({ row: 'pending', log: 'submitted;auto;' })
    expect(await has(stranger, 'cc', case1)).toBe(false) // the form has a sensitive field, and the reader no permission for it
    expect((await logsOf(school, case1.instanceId)).find(l => l.action === 'cc')?.opinion).toContain('没有敏感信息权限，未抄送：路人')
    const [inner] = await list(b, 'todo', { keyword: '市医院' })
    expect(inner?.instanceId).not.toBe(case1.instanceId)
    expect((await approve(b, inner?.taskId as string)).data.state).toBe('approved')
    expect(await stateOf(school, case1)).toMatchObject({ row: 'pending', log: 'submitted;auto;' })
    expect((await approve(a, await todoOf(school, case1.instanceId, a))).data.state).toBe('approved')
    expect(await stateOf(school, case1)).toMatchObject({ row: 'approved', log: 'submitted;auto;approved;' })
  })
  it('a refusal inside refuses the whole; what is returned inside is handed in again there', async () => {
    await flow(school, line(asks('inner', people(b))), { code: 'innerFlow2' })
    const batch = await flow(school, line({ id: 'sub', type: 'sub', name: '内部流程', defCode: 'innerFlow2' }, asks('a', people(a))))
    const refused = await handIn(school.student, batch)
    const innerOf = async (c: HandedIn) => (await school.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${c.instanceId}`))[0]?.id as string
    const inner = await innerOf(refused)
    await giveBack(b, await todoOf(school, inner, b), 'applicant')
    expect(await stateOf(school, refused)).toMatchObject({ row: 'returned', instance: 'pending' })
    expect((await school.student.post('errand/errand/handInAgain', { id: refused.id })).code).toBe(200)
    expect(await stateOf(school, refused)).toMatchObject({ row: 'pending', instance: 'pending' })
    expect((await reject(b, await todoOf(school, inner, b))).data.state).toBe('rejected')
    expect(await stateOf(school, refused)).toMatchObject({ row: 'rejected', instance: 'rejected' })
    const withdrawn = await handIn(school.student, batch)
    expect((await school.student.post('workflow/processInstance/withdraw', { instanceId: withdrawn.instanceId })).code).toBe(200)
    expect((await school.db.query<{ state: string }>(sql`select state from process_instance where id = ${await innerOf(withdrawn)}`))[0]?.state).toBe('cancelled')
  })
})

describe('colleagues', () => {
  it('are staff by name or number, for staff only', async () => {
    const found = (await a.get<Array<{ label: string; place: string }>>('workflow/processTask/colleagues', { keyword: '赵敏' })).data
    expect(found).toMatchObject([{ label: '赵敏', place: '信息工程学院' }])
    expect((await a.get<unknown[]>('workflow/processTask/colleagues', { keyword: '周雨桐' })).data).toEqual([])
    expect((await school.student.get<unknown[]>('workflow/processTask/colleagues', { keyword: '赵' })).data).toEqual([])
  })
})
