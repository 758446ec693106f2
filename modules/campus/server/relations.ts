import type { Row } from '#model'
import { spansOverlap } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { stuClass } from '../model/organisation.ts'
import { CLASS_ROLES, classStaff, TEACHER_STATUS, teacher } from '../model/people.ts'
import { fail } from './common.ts'
import type { ClassRole, Relation } from './staffing.ts'

export interface StaffChange {
  classId: string
  role: ClassRole
  fromTeacherId: string | null
  toTeacherId: string | null
  on: string
  /** A change entered earlier whose day has come. */
  isDay?: boolean
}
/** Tells the modules of a new counsellor or head teacher of a class. */
export async function tellStaffChanged(db: Db, change: StaffChange): Promise<void> {
  await db.emit('campus.classStaffChanged', { ...change })
}
/** Closes a relation; its row stays as history (BR1). */
export async function endRelation(db: Db, r: Relation, endDate: string, why: { reason?: string | null } = {}): Promise<void> {
  await db.update(classStaff, r.id, { endDate, ...(why.reason ? { reason: why.reason } : {}) })
  await tellStaffChanged(db, { classId: r.classId, role: r.role, fromTeacherId: r.teacherId, toTeacherId: null, on: endDate })
}
type Wanted = Pick<Relation, 'classId' | 'teacherId' | 'role' | 'startDate' | 'endDate' | 'isPrimary'>
const spanOf = (r: Wanted): boolean => r.endDate === null || r.endDate > r.startDate

/** Refuses a conflicting relation, naming its holder (BR2). Locks the class first, so that concurrent officers serialise; exclusion constraints catch everything else. */
export async function refuseConflict(db: Db, wanted: Wanted, ownId?: string): Promise<void> {
  const cls = await db.unscoped(stuClass).lock(wanted.classId) // the caller has checked the scope
  if (wanted.endDate !== null && wanted.endDate < wanted.startDate) fail(classStaff, 'spanReversed', { startDate: wanted.startDate, endDate: wanted.endDate }, 'endDate')
  if (cls.state === 'ended' && wanted.endDate === null) fail(classStaff, 'classEnded', { className: cls.name }, 'classId')
  if (!spanOf(wanted)) return
  const others = (await db.unscoped(classStaff).all({ classId: wanted.classId, role: wanted.role })).filter(r => r.id !== ownId && spanOf(r) && spansOverlap(r, wanted)) // all holders, regardless of scope
  const teachers = await db.cached(teacher)
  const shown = (r: Relation) => ({ className: cls.name, label: CLASS_ROLES[wanted.role], holder: teachers.get(r.teacherId)?.name, startDate: r.startDate })
  const same = others.find(r => r.teacherId === wanted.teacherId)
  if (same) fail(classStaff, 'samePerson', shown(same), 'teacherId')
  const primary = others.find(r => wanted.role === 'bzr' || (r.isPrimary && wanted.isPrimary))
  if (primary) fail(classStaff, 'primaryTaken', shown(primary), 'teacherId')
}
export function refuseGone(who: Row<typeof teacher>): void {
  if (who.status === 'left' || who.status === 'retired') fail(classStaff, 'teacherLeft', { teacher: who.name, label: TEACHER_STATUS[who.status] }, 'teacherId')
}
