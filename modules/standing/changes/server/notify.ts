import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { changeType } from '../model/change-type.ts'
import type { Change } from './target.ts'

export const LINK = '/standing/mine'
export const linkOf = ({ id }: { id: string }): string => `${LINK}?id=${id}`
export const staffLink = ({ changeNo }: Pick<Change, 'changeNo'>): string => `/standing/changes?q=${changeNo}`

export const aboutChange: MessageAbout<Change> = {
  bizType: 'statusChange',
  link: linkOf,
  async values(row, db) {
    return { type: { text: (await db.cached(changeType)).get(row.typeId)?.name ?? '' }, on: row.effectiveDate, until: row.until ?? '' }
  },
}
interface Concerning {
  row: Change
  who: StudentOf
  /** Counsellors of the student. */
  staff: string[]
}
/** These changes with their students and those who counsel them. */
export async function peopleOf(db: Db, rows: readonly Change[]): Promise<Concerning[]> {
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const known = rows.flatMap(row => {
    const who = students.get(row.studentId)
    return who ? [{ row, who }] : []
  })
  const staff = await staffOfAll(
    db,
    known.map(k => ({ counselledClassId: k.who.counselledClassId ?? k.row.classId, departmentId: k.who.departmentId })),
    'fdy',
  )
  return known.map((k, n) => ({ ...k, staff: staff[n] ?? [] }))
}
/** The student and the counsellors, each once. */
export const everybody = ({ who, staff }: Concerning): string[] => [...new Set([...(who.userId ? [who.userId] : []), ...staff])]
