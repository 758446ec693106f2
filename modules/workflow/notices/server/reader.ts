import sql, { type Sql } from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { departmentsBelow, holdersOn, relationsOf } from '#modules/campus/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { noticeKinds } from './kinds.ts'

/** The reader's classes and colleges: as a student, by their department, and by the classes they counsel or head. */
async function placesOf({ db, me }: Pick<Ctx, 'db' | 'me'>): Promise<{ classIds: string[]; departmentIds: string[] }> {
  if (me.studentId) {
    const [own] = await db.query<{ classId: string | null; departmentId: string | null }>(
      sql`select class_id as "classId", department_id as "departmentId" from student where tenant_id = ${me.tenantId} and id = ${me.studentId} and deleted_at is null`,
    )
    return { classIds: own?.classId ? [own.classId] : [], departmentIds: own?.departmentId ? [own.departmentId] : [] }
  }
  const held = me.teacherId ? await holdersOn(db) : undefined
  const classIds = held && me.teacherId ? (['fdy', 'bzr'] as const).flatMap(role => relationsOf(held.byTeacher, me.teacherId as string, role).map(r => r.classId)) : []
  return { classIds, departmentIds: me.departmentId ? [...(await departmentsBelow(db, me.departmentId)), ...(await above(db, me.departmentId))] : [] }
}
/** Staff of an office within a college belong to the college. */
async function above(db: Db, departmentId: string): Promise<string[]> {
  const all = await db.cached(department)
  const found: string[] = []
  for (let id = all.get(departmentId)?.parentId; id && !found.includes(id); id = all.get(id)?.parentId) found.push(id)
  return found
}
/** 40-N2: SQL for the lines `l` of notices `n` this user may read: people of the school, within the batch's scope, while the notice runs by the clock. New students read results of their kind. */
export async function readable(ctx: Pick<Ctx, 'db' | 'me'>): Promise<Sql> {
  const { realm } = ctx.me
  const kinds = ctx.db.registered(noticeKinds).flatMap(k => (k.realm === realm ? [k.entity.name] : []))
  if (realm !== 'admin' && !kinds.length) return sql`false`
  const { classIds, departmentIds } = await placesOf(ctx)
  return sql`${realm === 'admin' ? sql`true` : sql`l.biz_type = any(${kinds}::text[])`} and n.state in ('scheduled', 'running') and n.begin_at <= now() and n.end_at > now() and l.state in ('shown', 'suspended')
    and (n.level = 'school' or (n.level = 'college' and (l.department_id = any(${departmentIds}::uuid[]) or l.class_id = any(${classIds}::uuid[]))) or (n.level = 'class' and l.class_id = any(${classIds}::uuid[])))`
}
