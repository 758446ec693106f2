import { society } from '#modules/society/model/society.ts'
import { societiesOf } from '#modules/society/server/api.ts'
import type { Audience } from '#modules/system/model/audience.ts'
import { forCaller } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Activity } from '../model/activity.ts'

const listed = <T>(all: ReadonlyArray<T | null> | null): T[] => (all ?? []).flatMap(one => one ?? [])
/** Whom an activity is for besides members, as an audience; null is everybody. */
function audienceOf({ collegeIds, grades }: Activity): Audience | null {
  const [departmentIds, years] = [listed(collegeIds), listed(grades)]
  if (!departmentIds.length && !years.length) return null
  return { ...(departmentIds.length && { departmentIds }), ...(years.length && { grades: years }) }
}
/** Of these activities, those meant for the caller. */
export async function meantFor(db: Db, rows: readonly Activity[], studentId: string): Promise<Activity[]> {
  const mine = await societiesOf(db, studentId)
  const meant = await forCaller(
    db,
    rows.map(row => ({ row, audience: audienceOf(row) })),
  )
  return meant.map(m => m.row).filter(r => !r.membersOnly || mine.has(r.societyId ?? ''))
}
/** Why an activity is not for the caller; undefined where it is. */
export async function whyNot(db: Db, row: Activity, studentId: string): Promise<{ key: 'members' | 'audience'; values: Record<string, unknown> } | undefined> {
  const { title, societyId } = row
  if (row.membersOnly && societyId && !(await societiesOf(db, studentId)).has(societyId))
    return { key: 'members', values: { title, society: (await db.unscoped(society).one(societyId)).name } } // its name
  return (await meantFor(db, [row], studentId)).length ? undefined : { key: 'audience', values: { title } }
}
