import type { ApproverSource } from '#flow/index.ts'
import { accountsWith, holdersOf } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import type { POSITIONS } from '../model/parameters.ts'
import { findPeople, findPeopleOfAll, type Who } from './people.ts'

/** Counsellor, head teacher, managers of the college, the student-affairs office. */
export type StaffRole = 'fdy' | 'bzr' | 'college' | 'officer'
/** What determines who is responsible for a student: the class they are counselled in, and the department. */
export interface Counselled {
  counselledClassId: string | null
  departmentId: string | null
}
const NOBODY: Counselled = { counselledClassId: null, departmentId: null }
const sourceOf = (role: StaffRole): ApproverSource => (role === 'officer' ? { by: 'role', role } : { by: 'relation', relation: role })
const whoOf = ({ counselledClassId, departmentId }: Counselled): Who => ({ applicantId: '', studentId: null, departmentId, classId: counselledClassId, row: {} })
const keyOf = ({ counselledClassId, departmentId }: Counselled): string => `${counselledClassId} ${departmentId}`

/** Accounts responsible for each of these students today, in order, in one statement: the same people a step of an application would find. */
export async function staffOfAll(db: Db, students: readonly Counselled[], role: StaffRole): Promise<string[][]> {
  const distinct = [...new Map(students.map(s => [keyOf(s), s])).values()]
  const found = await findPeopleOfAll(db, sourceOf(role), distinct.map(whoOf))
  const byPlace = new Map(distinct.map((s, at) => [keyOf(s), (found[at] ?? []).map(f => f.userId)]))
  return students.map(s => byPlace.get(keyOf(s)) ?? [])
}
/** The same for one student. */
export const staffOf = async (db: Db, student: Counselled, role: StaffRole): Promise<string[]> => (await staffOfAll(db, [student], role))[0] ?? []
/** Accounts of the student-affairs office. */
export const officersOf = (db: Db): Promise<string[]> => staffOf(db, NOBODY, 'officer')
/** Whoever may look a second time at what somebody of a college has judged: others of the college who hold the permission; where it has none, the office. */
export async function otherJudges(db: Db, permission: string, departmentId: string | null, firstId: string | null): Promise<string[]> {
  const may = new Set(await accountsWith(db, permission))
  if (firstId) may.delete(firstId)
  const college = (await holdersOf(db, 'college')).flatMap(h => (h.departmentId === departmentId && may.has(h.id) ? h.id : []))
  return college.length ? college : (await officersOf(db)).filter(id => may.has(id))
}
/** Accounts that the school has put into a position: those a step of a flow would ask. */
export async function holdersOfPosition(db: Db, position: keyof typeof POSITIONS): Promise<string[]> {
  const found = await findPeople(db, { by: 'position', position }, whoOf(NOBODY))
  return found.map(f => f.userId)
}
