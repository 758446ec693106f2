import sql from 'sql-template-tag'
import { subtree } from '#model/tree.ts'
import { type Db, scopeSource } from '#server/context.ts'
import { department } from '../model/organisation.ts'
import { building } from '../model/places.ts'
import { termToday } from './calendar-book.ts'
import { type ClassRole, holdersOn, relationsOf } from './staffing.ts'

/** A department with all its descendants. */
export async function departmentsBelow(db: Db, departmentId: string): Promise<string[]> {
  return [...subtree((await db.cached(department)).values(), departmentId)]
}
const ownDepartments = (db: Db): Promise<string[]> => (db.me.departmentId ? departmentsBelow(db, db.me.departmentId) : Promise.resolve([]))
/** Classes this person counsels or heads today; ended relations grant nothing (BR3). */
async function ownClasses(db: Db, role: ClassRole): Promise<string[]> {
  if (!db.me.teacherId) return []
  return relationsOf((await holdersOn(db)).byTeacher, db.me.teacherId, role).map(r => r.classId)
}
/** Classes that have lessons with this person in the current term: what is assigned to a teacher are their courses. Reaches what is tied by `course` alone. */
async function taughtClasses(db: Db): Promise<string[]> {
  const now = db.me.teacherId ? await termToday(db) : undefined
  if (!now) return []
  const rows = await db.query<{ id: string }>(sql`select distinct c.class_id as id from lesson l join lesson_class c on c.tenant_id = l.tenant_id and c.lesson_id = l.id
    where l.tenant_id = ${db.me.tenantId} and l.teacher_id = ${db.me.teacherId} and l.xn = ${now.xn} and l.xq_m = ${now.xqM}`)
  return rows.map(r => r.id)
}
/** Departments in which a permission allows writing; undefined means all. For rows that do not exist yet. */
export async function departmentsReached(db: Db, permission: string): Promise<ReadonlySet<string> | undefined> {
  const reaches = db.me.permissions.get(permission) ?? []
  if (reaches.some(r => r.scope === 'all')) return undefined
  const ids = await Promise.all(
    reaches.map(async r => {
      if (r.scope === 'dept') return ownDepartments(db)
      if (r.scope === 'deptOnly') return db.me.departmentId ? [db.me.departmentId] : []
      return r.scope === 'custom' ? (r.custom?.departmentIds ?? []) : []
    }),
  )
  return new Set(ids.flat())
}

export default [
  scopeSource('dept', 'department', ownDepartments),
  scopeSource('deptOnly', 'department', async db => (db.me.departmentId ? [db.me.departmentId] : [])),
  scopeSource('fdyClass', 'class', db => ownClasses(db, 'fdy')),
  // independent of the scope, people see their own row and relations
  ...(['fdyClass', 'bzrClass', 'assigned'] as const).map(scope => scopeSource(scope, 'teacher', async db => (db.me.teacherId ? [db.me.teacherId] : []))),
  scopeSource('assigned', 'course', taughtClasses),
  scopeSource('bzrClass', 'class', db => ownClasses(db, 'bzr')),
  scopeSource('building', 'building', async db => [...(await db.cached(building)).values()].filter(b => b.managerId !== null && b.managerId === db.me.teacherId).map(b => b.id)),
]
