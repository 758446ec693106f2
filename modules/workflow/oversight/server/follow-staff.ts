import sql, { join, type Sql } from 'sql-template-tag'
import { isAsking, isOpen, RELATIONS } from '#flow/index.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, on } from '#server/context.ts'
import { type Case, CasePeople, lockedCase, personsOf, stepNamed } from '../../cases/server/api.ts'
import { POSITIONS } from '../../flows/model/parameters.ts'
import { moveTask, type OpenTask, openTasks } from './move-tasks.ts'

/** Sources that follow an office or relation; approvers named in the flow, the form or by a person stay (10-W13). */
const FOLLOWS: ReadonlySet<string> = new Set(['relation', 'role', 'head', 'position'])
const follows = (c: Case, nodeId: string): boolean => {
  const node = stepNamed(c.graph, nodeId)
  return node !== undefined && isAsking(node) && FOLLOWS.has(node.approvers.by)
}
/** Reassigns open tasks of these people or applicants to the current holders: one in for one out, in source order. */
async function followNow(ctx: Ctx, tasks: readonly OpenTask[], why: string): Promise<number> {
  let moved = 0
  for (const [instanceId, own] of Map.groupBy(tasks, t => t.instanceId)) {
    const c = await lockedCase(ctx.db, instanceId)
    for (const [nodeId, here] of Map.groupBy(own, t => t.nodeId)) {
      if (!follows(c, nodeId)) continue
      const known = new CasePeople(ctx.db, c)
      await known.loadApprovers([nodeId])
      const found = (known.people.get(nodeId) ?? []).map(f => f.userId)
      const inside = c.state.tasks.filter(t => t.node === nodeId && isOpen(t)).map(t => t.userId)
      const free = found.filter(id => !inside.includes(id) && id !== c.instance.applicantId)
      for (const task of here) {
        // keep assignees who still hold the place or got the task by transfer
        const held = c.state.tasks.find(t => t.no === task.no)
        const isOwn = held && held.userId === held.originalUserId && held.of === undefined
        const to = found.includes(task.userId) || !isOwn ? undefined : free.shift()
        if (to && (await moveTask(ctx, { task, to: { id: to, name: known.nameOf(to) }, action: 'moved', why }))) moved++
      }
    }
  }
  return moved
}
const ofTeachers = (ctx: Ctx, teacherIds: readonly string[]): Sql =>
  sql`t.assignee_id in (select id from sys_user where tenant_id = ${ctx.me.tenantId} and teacher_id = any(${[...teacherIds]}::uuid[]))`
const ofClass = (ctx: Ctx, classId: string): Sql => sql`i.student_id in (select id from student where tenant_id = ${ctx.me.tenantId} and class_id = ${classId})`
const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

const classStaff = on('campus.classStaffChanged', 'workflow.classStaff', async (ctx, p) => {
  const classId = text(p.classId)
  const before = [text(p.fromTeacherId)].filter(id => id !== undefined)
  // if nobody held the place before, the tasks lie with the process owner, whom no source finds now
  if (classId) await followNow(ctx, await openTasks(ctx.db, join([ofClass(ctx, classId), ...(before.length ? [ofTeachers(ctx, before)] : [])], ' and ')), '带班人员变动')
})
const teacher = on('campus.teacherChanged', 'workflow.teacher', async (ctx, p) => {
  const id = text(p.teacherId)
  if (id) await followNow(ctx, await openTasks(ctx.db, ofTeachers(ctx, [id])), '教职工信息变动')
})
const heads = on('campus.departmentHeadsChanged', 'workflow.departmentHeads', async (ctx, p) => {
  const gone = Array.isArray(p.fromTeacherIds) ? p.fromTeacherIds.filter(id => typeof id === 'string') : []
  if (gone.length) await followNow(ctx, await openTasks(ctx.db, ofTeachers(ctx, gone)), '部门负责人变动')
})
const studentClass = on('student.classChanged', 'workflow.studentClass', async (ctx, p) => {
  const id = text(p.studentId)
  if (id) await followNow(ctx, await openTasks(ctx.db, sql`i.student_id = ${id}`), '学生班级变动')
})
/** Passes on the tasks of a disabled account to whom its disabler chose, except their own applications and steps they stand in already. */
async function passTo(ctx: Ctx, userId: string, receiverId: string | undefined): Promise<void> {
  if (!receiverId) return
  const to = (await personsOf(ctx.db, [receiverId])).get(receiverId)
  if (!to?.isAble) return
  for (const task of await openTasks(ctx.db, sql`t.assignee_id = ${userId}`))
    await moveTask(ctx, { task, to: { id: receiverId, name: to.name }, action: 'moved', why: '账号已停用' })
}
/** Reassigns all tasks of a disabled account; those no source can reassign, also where this person was named explicitly, go to a process owner. */
const disabled = on('system.userDisabled', 'workflow.userDisabled', async (ctx, p) => {
  const userId = text(p.userId)
  if (!userId) return
  await passTo(ctx, userId, text(p.receiverId))
  await followNow(ctx, await openTasks(ctx.db, sql`t.assignee_id = ${userId}`), '账号已停用')
  for (const task of await openTasks(ctx.db, sql`t.assignee_id = ${userId}`)) {
    const c = await lockedCase(ctx.db, task.instanceId)
    const known = new CasePeople(ctx.db, c)
    await known.loadApprovers([task.nodeId])
    const heir = known.world.owners.find(o => o.userId !== userId && o.userId !== c.instance.applicantId)
    if (heir) await moveTask(ctx, { task, to: { id: heir.userId, name: known.nameOf(heir.userId) }, action: 'moved', why: '账号已停用' })
  }
})
/** Open tasks of roles their assignees no longer hold: of these people, or of the current holders of these roles. */
const leftByRole = (ctx: Ctx, userIds: readonly string[]): Sql => sql`exists (select from role r where r.tenant_id = ${ctx.me.tenantId}
    and (t.role_source = r.name or (t.role_source = ${RELATIONS.college} and r.code = 'college'))
    and (t.assignee_id = any(${[...userIds]}::uuid[]) or exists (select from role_user g where g.tenant_id = r.tenant_id and g.role_id = r.id and g.user_id = any(${[...userIds]}::uuid[])))
    and not exists (select from role_user h where h.tenant_id = r.tenant_id and h.role_id = r.id and h.user_id = t.assignee_id and (h.valid_to is null or h.valid_to >= ${today()})))`
const grants = on('system.grantsChanged', 'workflow.grants', async (ctx, p) => {
  // an event about a whole role means its permissions changed, not its holders
  const userIds = Array.isArray(p.userIds) ? p.userIds.filter(id => typeof id === 'string') : []
  if (userIds.length) await followNow(ctx, await openTasks(ctx.db, leftByRole(ctx, userIds)), '角色变动')
})
const positions = on('system.parameterChanged', 'workflow.positions', async (ctx, p) => {
  if (p.paramsId === 'workflow') await followNow(ctx, await openTasks(ctx.db, sql`t.role_source = any(${Object.values(POSITIONS)}::text[])`), '岗位变动')
})
export default [classStaff, teacher, heads, studentClass, disabled, grants, positions]
