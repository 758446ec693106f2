import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlowNode } from '#flow/index.ts'
import { DAY_MS } from '#model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { classStaff, teacher } from '#modules/campus/model/people.ts'
import { personFor } from '#modules/campus/server/api.ts'
import * as students from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { approve, asks, type FlowSchool, flow, flowSchool, type HandedIn, handIn, line, logsOf, people, rule, seen, staff, tasksOf, todoOf, todosOf } from '../testing.ts'
import { deputyTodos } from './server/deputy-todos.ts'

let school: FlowSchool
let a: Actor
let b: Actor
let fdy2: Actor
let he: Actor
beforeAll(async () => {
  school = await flowSchool(students)
  a = await staff(school, '王强')
  b = await staff(school, '赵敏')
  he = await school.as({ roles: ['fdy'], teacherId: school.ids.he, departmentId: school.ids.info, nickName: '何文博' })
  const idNo = students.citizenNo('11010119800101099')
  const personId = await personFor(school.db, { idType: '1', idNo, name: '新辅导员' })
  const t3 = await school.db.insert(teacher, {
    staffNo: 'T003',
    personId,
    name: '新辅导员',
    genderCode: '2',
    idType: '1',
    idNo,
    departmentId: school.ids.info,
    staffCategory: 'fullFdy',
    phone: '13800000000',
    status: 'active',
  })
  fdy2 = await school.as({ roles: ['fdy'], teacherId: t3.id, departmentId: school.ids.info, nickName: '新辅导员' })
})
afterAll(() => school.close())
const made = async (...steps: FlowNode[]): Promise<HandedIn> => handIn(school.student, await flow(school, line(...steps)))
const day = (n: number): string => today(new Date(Date.now() + n * DAY_MS))
const openTodos = async (who: Actor, of: HandedIn) => (await todosOf(school, who)).filter(t => t.bizId === of.id && t.state === 'open')
const messages = async (who: Actor): Promise<string[]> => {
  await school.server.settle()
  return (await who.get<{ result: Array<{ title: string }> }>('base/message/mine', { size: 100 })).data.result.map(m => m.title)
}

describe('10-W15 deputies', () => {
  const entrust = (who: Actor, body: Record<string, unknown>) => who.post<{ id: string }>('workflow/delegation/add', { from: day(0), to: day(3), ...body })
  it('10-W15 see the tasks marked 代, act in the owner’s name, and the record says for whom; the owner may still act', async () => {
    const [owner, deputy] = [await staff(school, '王书记'), await staff(school, '李代办')]
    const before = await made(asks('a', people(owner)), asks('b', people(b)))
    const added = await entrust(owner, { deputyId: deputy.userId })
    expect(added.code).toBe(200)
    const after = await made(asks('a', people(owner)), asks('b', people(b)))
    for (const of of [before, after]) expect(await openTodos(deputy, of)).toMatchObject([{ title: '代王书记：市医院外出 2 天', node: 'a审批（代王书记）' }])
    const mine = (await deputy.get<{ result: Array<{ instanceId: string; onBehalfOfName: string; taskId: string }> }>('workflow/processTask/mine', { tab: 'todo' })).data.result
    expect(mine.map(m => m.onBehalfOfName)).toEqual(['王书记', '王书记'])
    expect((await seen(deputy, before.instanceId)).data.mine).toMatchObject({ onBehalfOfName: '王书记' })
    const task = await todoOf(school, before.instanceId, owner)
    expect((await approve(deputy, task, { opinion: '代为同意' })).code).toBe(200)
    expect((await logsOf(school, before.instanceId)).at(-1)).toMatchObject({ action: 'approve', actorId: deputy.userId, onBehalfOf: owner.userId })
    const page = (await seen(school.student, before.instanceId)).data
    expect(page.tasks.find(t => t.node === 'a')).toMatchObject({ person: { name: '王书记' }, actedByName: '李代办' })
    expect(page.logs.at(-1)).toMatchObject({ actorName: '李代办', onBehalfOfName: '王书记' })
    expect([await openTodos(owner, before), await openTodos(deputy, before)]).toEqual([[], []])
    expect((await approve(owner, await todoOf(school, after.instanceId, owner))).code).toBe(200)
    expect(await openTodos(deputy, after)).toEqual([])
    expect((await seen(deputy, after.instanceId)).code).toBe(404)
  })
  it('10-W15 end with their dates or when they are taken away, and reach only what was entrusted', async () => {
    const [owner, deputy] = [await staff(school, '周书记'), await staff(school, '吴代办')]
    const only = await entrust(owner, { deputyId: deputy.userId, processTypes: ['leave'] })
    const of = await made(asks('a', people(owner)))
    const task = await todoOf(school, of.instanceId, owner)
    expect([await openTodos(deputy, of), (await approve(deputy, task)).code]).toEqual([[], 404])
    expect((await owner.post('workflow/delegation/remove', { ids: only.data.id })).code).toBe(200)
    const all = await entrust(owner, { deputyId: deputy.userId })
    expect(await openTodos(deputy, of)).toHaveLength(1)
    await school.db.query(sql`update delegation set "from" = ${day(-9)}, "to" = ${day(-1)} where id = ${all.data.id}`)
    const { delegation } = await import('./model/instance.ts')
    await school.db.changed(delegation)
    await school.db.tx(db => deputyTodos(db))
    expect([await openTodos(deputy, of), (await approve(deputy, task)).code]).toEqual([[], 404])
  })
  it('10-W15 form no chain, do not overlap, and are staff that can act; others’ are not mine to see', async () => {
    const [x, y, z] = [await staff(school, '甲'), await staff(school, '乙'), await staff(school, '丙')]
    const refused = async (who: Actor, body: Record<string, unknown>) => rule(await entrust(who, body))
    expect(await refused(x, { deputyId: x.userId })).toBe('422 workflow.delegation.self')
    expect(await refused(x, { deputyId: y.userId, from: day(3), to: day(1) })).toBe('422 workflow.delegation.dates')
    expect(await refused(x, { deputyId: y.userId, from: day(-3), to: day(-1) })).toBe('422 workflow.delegation.past')
    expect(await refused(x, { deputyId: school.student.userId })).toBe('422 workflow.delegation.student')
    expect((await entrust(x, { deputyId: y.userId })).code).toBe(200)
    expect(await refused(x, { deputyId: z.userId, from: day(2), to: day(5) })).toBe('422 workflow.delegation.overlap')
    expect(await refused(z, { deputyId: x.userId })).toBe('422 workflow.delegation.chain')
    expect(await refused(y, { deputyId: z.userId })).toBe('422 workflow.delegation.entrusted')
    expect((await entrust(y, { deputyId: z.userId, from: day(4), to: day(6) })).code).toBe(200)
    const [p, q] = [await staff(school, '戊'), await staff(school, '己')]
    const both = await Promise.all([entrust(p, { deputyId: q.userId }), entrust(q, { deputyId: p.userId })])
    expect(both.map(r => r.code).sort()).toEqual([200, 422])
    expect((await z.get<{ result: unknown[] }>('workflow/delegation/list', {})).data.result).toEqual([])
    expect((await x.get<{ result: unknown[] }>('workflow/delegation/list', {})).data.result).toHaveLength(1)
  })
  it('10-W5 a deputy does not decide their own application for somebody else', async () => {
    const [owner, applicant] = [await staff(school, '郑书记'), await staff(school, '自己人')]
    await entrust(owner, { deputyId: applicant.userId })
    const of = await handIn(applicant, await flow(school, line(asks('a', people(owner)))))
    expect(rule(await approve(applicant, await todoOf(school, of.instanceId, owner)))).toBe('422 workflow.processTask.notYours')
    expect((await openTodos(applicant, of)).filter(t => t.kind === 'approval')).toEqual([])
    expect((await school.officer.post('workflow/processInstance/urge', { instanceId: of.instanceId })).code).toBe(200)
    expect([await messages(applicant), (await messages(owner)).length]).toEqual([[], 2])
  })
})

describe('10-W13 when base data moves', () => {
  it('10-W13 open tasks of a place go to who stands there now, with a message to both; named people stay', async () => {
    const byPlace = await made(asks('fdy', { by: 'relation', relation: 'fdy' }))
    const byName = await made(asks('a', people(school.fdy)))
    const given = await made(asks('fdy', { by: 'relation', relation: 'fdy' }))
    await school.fdy.post('workflow/processTask/transfer', { taskId: await todoOf(school, given.instanceId, school.fdy), userId: a.userId })
    const [relation] = await school.db.unscoped(classStaff).all({ classId: school.ids.s2301, role: 'fdy' })
    const [to] = await school.db.query<{ id: string }>(sql`select teacher_id as id from sys_user where id = ${fdy2.userId}`)
    const handed = await school.officer.post('base/classStaff/handOver', {
      fromTeacherId: school.ids.lin,
      toTeacherId: to?.id,
      role: 'fdy',
      classIds: [school.ids.s2301],
      date: day(0),
    })
    expect([handed.code, relation?.teacherId]).toEqual([200, school.ids.lin])
    await school.server.settle()
    expect(await todoOf(school, byPlace.instanceId, fdy2)).not.toBe('')
    expect(await todoOf(school, byName.instanceId, school.fdy)).not.toBe('')
    expect(await todoOf(school, given.instanceId, a)).not.toBe('')
    expect((await logsOf(school, byPlace.instanceId)).at(-1)).toMatchObject({ action: 'moved', actorId: null, to: '新辅导员', opinion: '带班人员变动' })
    expect([await openTodos(school.fdy, byPlace), (await openTodos(fdy2, byPlace)).length]).toEqual([[], 1])
    expect(await messages(fdy2)).toContain('移交给你：市医院外出 2 天')
    expect(await messages(school.fdy)).toContain('已移交：市医院外出 2 天')
    expect((await seen(school.fdy, byPlace.instanceId)).code).toBe(404)
  })
  it('10-W13 whom the form names keeps the task, even when the form names somebody else by now', async () => {
    const of = await handIn(school.student, await flow(school, line(asks('check', { by: 'field', field: 'checkerId' }))), { checkerId: school.fdy.userId })
    await school.db.query(sql`update errand set checker_id = ${b.userId} where id = ${of.id}`)
    await school.db.emit('campus.teacherChanged', { teacherId: school.ids.lin, status: 'active', departmentId: school.ids.art })
    await school.server.settle()
    expect(await todoOf(school, of.instanceId, school.fdy)).not.toBe('')
  })
  it('10-W13 a student who changes the class is decided on by the new counsellor', async () => {
    const of = await made(asks('fdy', { by: 'relation', relation: 'fdy' }))
    const [student] = await school.db.query<{ id: string }>(sql`select student_id as id from sys_user where id = ${school.student.userId}`)
    await school.db.query(sql`update student set class_id = ${school.ids.n2301} where id = ${student?.id}`)
    await school.db.emit('student.classChanged', { studentId: student?.id, from: {}, to: {}, effectiveDate: day(0), cause: 'test' })
    await school.server.settle()
    expect(await todoOf(school, of.instanceId, he)).not.toBe('')
  })
  it('10-W13 who is disabled leaves the tasks to the next in place, or the owners; a repeat changes nothing', async () => {
    const gone = await staff(school, '要走的', { roles: ['finance'] })
    const heir = await staff(school, '接班的', { roles: ['finance'] })
    await school.db.query(sql`update sys_user set status = 'disabled' where id = ${heir.userId}`)
    const of = await made(asks('role', { by: 'role', role: 'finance' }))
    const owned = await handIn(school.student, await flow(school, line(asks('role', { by: 'role', role: 'finance' })), { ownerIds: [b.userId] }))
    const named = await made(asks('a', people(gone)))
    expect(await todoOf(school, of.instanceId, gone)).not.toBe('')
    await school.db.query(sql`update sys_user set status = 'enabled' where id = ${heir.userId}`)
    expect((await school.admin.post('base/sysUser/disable', { ids: [gone.userId], reason: '调走' })).code).toBe(200)
    await school.server.settle()
    expect(await todoOf(school, of.instanceId, heir)).not.toBe('')
    expect(await todoOf(school, named.instanceId, school.officer)).not.toBe('')
    await school.db.emit('system.userDisabled', { userId: gone.userId, reason: 'again' })
    await school.server.settle()
    expect((await tasksOf(school, of.instanceId)).filter(t => t.state === 'todo')).toHaveLength(1)
    expect(await todoOf(school, owned.instanceId, heir)).not.toBe('')
    await school.admin.post('base/sysUser/disable', { ids: [heir.userId], reason: '也调走' })
    await school.server.settle()
    expect(await todoOf(school, owned.instanceId, b)).not.toBe('')
    expect(await todoOf(school, of.instanceId, school.officer)).not.toBe('')
  })
})

it('10-W15 the personal centre names who acts for me and for whom I act', async () => {
  const [owner, deputy] = [await staff(school, '外出的', {}), await staff(school, '代办的', {})]
  await school.db.query(sql`insert into delegation (tenant_id, user_id, deputy_id, "from", "to") values (${school.tenantId}, ${owner.userId}, ${deputy.userId}, ${day(0)}, ${day(3)}),
    (${school.tenantId}, ${owner.userId}, ${deputy.userId}, ${day(-9)}, ${day(-3)})`)
  const mine = async (who: Actor) => (await who.get<Array<{ isMine: boolean; name: string }>>('workflow/delegation/current')).data
  expect(await mine(owner)).toMatchObject([{ isMine: true, name: '代办的' }])
  expect(await mine(deputy)).toMatchObject([{ isMine: false, name: '外出的' }])
})
it('10-U9 the approvals of a disabled account go to whom its disabler chose', async () => {
  const gone = await staff(school, '调离的', {})
  const heir = await staff(school, '指定接手', {})
  const of = await made(asks('a', people(gone)))
  expect((await school.admin.post('base/sysUser/disable', { ids: [gone.userId], reason: '调走', receiverId: heir.userId })).code).toBe(200)
  await school.server.settle()
  expect(await todoOf(school, of.instanceId, heir)).not.toBe('')
})

describe('10-W13 when roles and positions change hands', () => {
  const roleUsers = async (verb: 'addUsers' | 'removeUsers', code: string, who: Actor): Promise<void> => {
    const [role] = await school.db.query<{ id: string }>(sql`select id from role where tenant_id = ${school.tenantId} and code = ${code}`)
    expect((await school.admin.post(`base/role/${verb}`, { roleId: role?.id, userIds: [who.userId] })).code).toBe(200)
    await school.server.settle()
  }
  it('10-W13 tasks of a role pass to who has it now, whether the old holder goes first or the new one comes first', async () => {
    const [first, second, third] = [await staff(school, '甲财务', { roles: ['teacher', 'finance'] }), await staff(school, '乙财务'), await staff(school, '丙财务')]
    const of = await made(asks('role', { by: 'role', role: 'finance' }))
    const given = await made(asks('role', { by: 'role', role: 'finance' }))
    await first.post('workflow/processTask/transfer', { taskId: await todoOf(school, given.instanceId, first), userId: a.userId })
    await roleUsers('addUsers', 'finance', second)
    expect(await todoOf(school, of.instanceId, first)).not.toBe('')
    await roleUsers('removeUsers', 'finance', first)
    expect(await todoOf(school, of.instanceId, second)).not.toBe('')
    expect((await logsOf(school, of.instanceId)).at(-1)).toMatchObject({ action: 'moved', to: '乙财务', opinion: '角色变动' })
    await roleUsers('removeUsers', 'finance', second)
    expect(await todoOf(school, of.instanceId, second)).not.toBe('')
    await roleUsers('addUsers', 'finance', third)
    expect(await todoOf(school, of.instanceId, third)).not.toBe('')
    expect((await tasksOf(school, of.instanceId)).filter(t => t.state === 'todo')).toHaveLength(1)
    expect(await todoOf(school, given.instanceId, a)).not.toBe('')
  })
  it('10-W13 tasks of a position pass to who is put there', async () => {
    const place = (who: Actor, version: number) =>
      school.admin.post('base/baseParams/submit', { paramsId: 'workflow', version, content: { 'position.leader': who.userId }, isConfirmed: true })
    expect((await place(a, 0)).code).toBe(200)
    const of = await made(asks('top', { by: 'position', position: 'leader' }))
    expect(await todoOf(school, of.instanceId, a)).not.toBe('')
    expect((await place(b, 1)).code).toBe(200)
    await school.server.settle()
    expect(await todoOf(school, of.instanceId, b)).not.toBe('')
    expect((await logsOf(school, of.instanceId)).at(-1)).toMatchObject({ action: 'moved', to: '赵敏', opinion: '岗位变动' })
  })
})

describe('10-W13 when a department gets another head', () => {
  it('10-W13 tasks of the head pass to the new one', async () => {
    const lead = async (who: Actor): Promise<void> => {
      const [of] = await school.db.query<{ teacherId: string }>(sql`select teacher_id as "teacherId" from sys_user where id = ${who.userId}`)
      const [row] = await school.db.unscoped(department).all({ id: school.ids.info })
      expect((await school.admin.post('base/department/update', { id: row?.id, version: row?.version, leaderId: of?.teacherId })).code).toBe(200)
      await school.server.settle()
    }
    await lead(school.fdy)
    const of = await made(asks('head', { by: 'head', levelsUp: 0 }))
    expect(await todoOf(school, of.instanceId, school.fdy)).not.toBe('')
    await lead(fdy2)
    expect(await todoOf(school, of.instanceId, fdy2)).not.toBe('')
    expect((await logsOf(school, of.instanceId)).at(-1)).toMatchObject({ action: 'moved', opinion: '部门负责人变动' })
  })
})

describe('10-W17 handing over', () => {
  it('10-W17 previews and moves open tasks, owned processes and deputies; what cannot move is counted', async () => {
    const [from, to] = [await staff(school, '交出人'), await staff(school, '接手人')]
    const first = await made(asks('a', people(from)))
    const both = await made(asks('a', people(from, to), { multi: { kind: 'all' } }))
    await flow(school, line(asks('a', people(a))), { ownerIds: [from.userId], code: 'owned' })
    const away = await staff(school, '离岗人')
    await away.post('workflow/delegation/add', { deputyId: from.userId, from: day(0), to: day(5) })
    const preview = await school.officer.post('workflow/processInstance/previewHandover', { fromId: from.userId })
    expect(preview.data).toEqual({ tasks: 2, owned: 1, deputies: 1, byType: [{ name: '外出办事', count: 2 }] })
    const hand = (who: Actor, toId: string) => who.post('workflow/processInstance/handover', { fromId: from.userId, toId, reason: '调岗' })
    expect(rule(await hand(school.officer, from.userId))).toBe('422 workflow.processInstance.same')
    expect(rule(await hand(school.officer, school.student.userId))).toBe('422 workflow.processInstance.student')
    expect((await hand(a, to.userId)).code).toBe(403)
    expect((await hand(school.officer, to.userId)).data).toEqual({ tasks: 1, owned: 1, deputies: 1, left: 1 })
    expect([await todoOf(school, first.instanceId, to), await todoOf(school, both.instanceId, from)].every(id => id !== '')).toBe(true)
    expect((await logsOf(school, first.instanceId)).at(-1)).toMatchObject({ action: 'handover', opinion: '调岗', actorId: school.officer.userId })
    expect((await school.officer.post('workflow/processInstance/previewHandover', { fromId: from.userId })).data).toMatchObject({ tasks: 1, owned: 0, deputies: 0 })
  })
})
