import type { Row } from '#model'
import { holdsOn } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { classStaff } from '../model/people.ts'
import { derived } from './common.ts'
import { students } from './student-side.ts'

export type Relation = Row<typeof classStaff>
export type ClassRole = Relation['role']
export interface Holders {
  byClass: ReadonlyMap<string, readonly Relation[]>
  byTeacher: ReadonlyMap<string, readonly Relation[]>
}
const NONE: readonly Relation[] = []
function indexOn(rows: ReadonlyMap<string, Relation>, day: string): Holders {
  const byClass = new Map<string, Relation[]>()
  const byTeacher = new Map<string, Relation[]>()
  for (const r of rows.values()) {
    if (!holdsOn(r, day)) continue
    byClass.set(r.classId, [...(byClass.get(r.classId) ?? []), r])
    byTeacher.set(r.teacherId, [...(byTeacher.get(r.teacherId) ?? []), r])
  }
  for (const list of byClass.values()) list.sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary) || a.startDate.localeCompare(b.startDate))
  return { byClass, byTeacher }
}
const indexToday = derived(indexOn)
/** Counsellors and head teachers of all classes on a day (BR3: access uses today, statistics may ask for another day). */
export async function holdersOn(db: Db, day: string = today()): Promise<Holders> {
  const rows = await db.cached(classStaff)
  return day === today() ? indexToday(rows, day) : indexOn(rows, day)
}
export const relationsOf = (held: ReadonlyMap<string, readonly Relation[]>, id: string, role?: ClassRole): readonly Relation[] =>
  (held.get(id) ?? NONE).filter(r => !role || r.role === role)
/** Assignee of a role node: the primary counsellor, or the head teacher (BR4). */
export const holderOf = (held: Holders, classId: string, role: ClassRole): Relation | undefined => relationsOf(held.byClass, classId, role).find(r => r.isPrimary)

/** Students per counsellor on a day (BR6). */
export async function loads(db: Db, held: Holders, teacherIds: Iterable<string>): Promise<Map<string, number>> {
  const classesOf = new Map([...teacherIds].map(id => [id, relationsOf(held.byTeacher, id, 'fdy').map(r => r.classId)]))
  const counts = await students(db).countByClass(db, [...new Set([...classesOf.values()].flat())])
  return new Map([...classesOf].map(([id, classes]) => [id, classes.reduce((n, c) => n + (counts.get(c) ?? 0), 0)]))
}
