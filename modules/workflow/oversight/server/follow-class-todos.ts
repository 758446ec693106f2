import sql from 'sql-template-tag'
import { entityNamed, hasEntity } from '#model'
import { accountsOfTeachers, type Handed, handOverItem } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, on } from '#server/context.ts'
import { reassignTodos } from '#server/notifications/todos.ts'
import { openTasks } from './move-tasks.ts'

const ofClasses = (db: Db, classIds: readonly string[]) => sql`(select id from student where tenant_id = ${db.me.tenantId} and class_id = any(${[...classIds]}::uuid[]))`
const accountOf = async (db: Db, teacherId: string): Promise<string | undefined> => (await accountsOfTeachers(db, [teacherId])).get(teacherId)
/** Open to-dos of an account about rows of students in these classes, without approvals: those follow their case. */
async function todosAbout(db: Db, userId: string, classIds: readonly string[]): Promise<string[]> {
  const mine = sql`tenant_id = ${db.me.tenantId} and user_id = ${userId} and state = 'open' and kind <> 'approval'`
  const kinds = await db.query<{ bizType: string }>(sql`select distinct biz_type as "bizType" from todo where ${mine}`)
  const found: string[] = []
  for (const { bizType } of kinds) {
    if (!hasEntity(bizType) || entityNamed(bizType).fields.studentId?.options.to !== 'student') continue
    const rows = await db.query<{ id: string }>(sql`select id from todo where ${mine} and biz_type = ${bizType}
      and biz_id in (select r.id::text from ${db.unscoped(entityNamed(bizType)).rows()} r where r.student_id in ${ofClasses(db, classIds)})`) // of the account's own to-dos
    found.push(...rows.map(r => r.id))
  }
  return found
}
const counted = (count: (db: Db, userId: string, hand: Handed) => Promise<number>) => async (db: Db, hand: Handed) => {
  const userId = await accountOf(db, hand.fromTeacherId)
  return userId ? count(db, userId, hand) : 0
}
const approvals = handOverItem({
  label: '待审批',
  count: counted(async (db, userId, { classIds }) => (await openTasks(db, sql`t.assignee_id = ${userId} and i.student_id in ${ofClasses(db, classIds)}`)).length),
})
const todos = handOverItem({ label: '待办', count: counted(async (db, userId, { classIds }) => (await todosAbout(db, userId, classIds)).length) })
/** 30-BR4: what the former counsellor has open about the class goes to the new one, on the day. */
const follow = on('campus.classStaffChanged', 'workflow.classTodos', async ({ db }, { classId, fromTeacherId, toTeacherId, on: day }) => {
  if (typeof classId !== 'string' || typeof fromTeacherId !== 'string' || typeof toTeacherId !== 'string' || fromTeacherId === toTeacherId || String(day) > today()) return
  const accounts = await accountsOfTeachers(db, [fromTeacherId, toTeacherId])
  const [from, to] = [accounts.get(fromTeacherId), accounts.get(toTeacherId)]
  if (!from || !to) return
  const ids = await todosAbout(db, from, [classId])
  if (ids.length) await reassignTodos(db, [{ from, to }], ids)
})
export default [approvals, todos, follow]
