import sql from 'sql-template-tag'
import { holdersOn, relationsOf } from '#modules/campus/server/api.ts'
import { isOnDay } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'

/** Work of a member of staff on a day, and with whom. */
export interface Worked {
  authorId: string
  day: string
  studentIds: readonly string[]
  classIds?: readonly string[]
}
/** How many classes the author had on the day, and how many of the students and classes were not theirs on it. */
interface Standing {
  held: number
  strangers: number
  strangeClasses: number
}
interface Stood {
  studentId: string
  day: string
  classId: string
}
/** 50-CW2: of each piece of work whether it was with the author's own people. */
export async function standingOf(db: Db, work: readonly Worked[]): Promise<Standing[]> {
  const asked = work.flatMap(({ day, studentIds }) => studentIds.map(id => ({ id, day })))
  const stood = asked.length
    ? await db.query<Stood>(sql`select h.student_id as "studentId", x.day::text as day, h.class_id as "classId" from unnest(${asked.map(a => a.id)}::uuid[], ${asked.map(a => a.day)}::date[]) x(id, day)
        join class_history h on h.tenant_id = ${db.me.tenantId} and h.student_id = x.id and ${isOnDay(sql`x.day`)} where h.class_id is not null`)
    : []
  const classThen = new Map(stood.map(({ studentId, day, classId }) => [`${studentId} ${day}`, classId]))
  return Promise.all(
    work.map(async ({ authorId, day, studentIds, classIds = [] }) => {
      const held = new Set(relationsOf((await holdersOn(db, day)).byTeacher, authorId).map(r => r.classId))
      return {
        held: held.size,
        strangers: studentIds.filter(id => !held.has(classThen.get(`${id} ${day}`) ?? '')).length,
        strangeClasses: classIds.filter(id => !held.has(id)).length,
      }
    }),
  )
}
