import sql from 'sql-template-tag'
import type { LessonsOf } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'

/** Owner of a schedule; a calendar client using the secret address has no session. */
export interface Person {
  userId: string
  studentId: string | null
  teacherId: string | null
}
/** Lessons of a student's class, or taught by a teacher. */
export async function ownLessons(db: Db, person: Person): Promise<LessonsOf | undefined> {
  if (person.teacherId) return { teacherId: person.teacherId }
  if (!person.studentId) return undefined
  const [row] = await db.query<{ classId: string | null }>(
    sql`select class_id as "classId" from student where tenant_id = ${db.me.tenantId} and id = ${person.studentId} and deleted_at is null`,
  )
  return row?.classId ? { classIds: [row.classId] } : undefined
}
