import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { LAPSE_REASONS, MOVE_IN_MESSAGES } from '../model/move-in-messages.ts'
import type { moveInPlan } from '../model/move-in-plan.ts'
import { slotText } from '../model/move-in-slots.ts'
import type { Choice } from './expire-choices.ts'
import { settingsOf } from './move-in-settings.ts'
import { isAwaited } from './move-in-slots.ts'
import { tellStudents } from './notify-students.ts'

const LINK = '/dormitory/mine'
type About = Pick<Choice, 'id' | 'studentId' | 'dormId' | 'beginAt' | 'endAt'>
type Event = (typeof MOVE_IN_MESSAGES)[keyof typeof MOVE_IN_MESSAGES]
/** Notifies the student of each choice. */
async function tellChoices<A extends About>(
  db: Db,
  event: Event,
  about: readonly A[],
  valuesOf: (of: A) => NonNullable<Parameters<typeof notifyEach>[2][number]['values']>,
): Promise<void> {
  const dorms = await db.cached(dormBuilding)
  await tellStudents(
    db,
    event,
    about.map(a => ({ studentId: a.studentId, values: { dorm: dorms.get(a.dormId)?.fullName ?? '', slot: slotText(a), ...valuesOf(a) }, bizType: 'moveInChoice', bizId: a.id })),
  )
}
type Noted = About & { note: string | null }
export const tellChosen = (db: Db, of: Noted, minutes: number): Promise<void> => tellChoices(db, MOVE_IN_MESSAGES.moveInChosen, [of], () => ({ minutes, note: of.note ?? '' }))
export const tellTomorrow = (db: Db, of: readonly Noted[]): Promise<void> => tellChoices(db, MOVE_IN_MESSAGES.moveInRemind, of, c => ({ note: c.note ?? '' }))
export const tellLapsed = (db: Db, of: readonly About[], reason: keyof typeof LAPSE_REASONS): Promise<void> =>
  tellChoices(db, MOVE_IN_MESSAGES.moveInLapsed, of, () => ({ reason: { text: LAPSE_REASONS[reason] } }))

/** Notifies students expected around the day of these plans without a choice. Returns the number. */
export async function tellOpen(db: Db, plans: ReadonlyArray<Row<typeof moveInPlan>>): Promise<number> {
  const dorms = await db.cached(dormBuilding)
  const reach = await settingsOf(db)
  const rows = await db.query<{ planId: string; userId: string }>(sql`select p.id as "planId", u.user_id as "userId" from move_in_plan p
      join dorm_stay s on s.tenant_id = p.tenant_id and s.dorm_id = p.dorm_id and ${isAwaited(sql`p.day`, reach)}
      join student_account u on u.tenant_id = s.tenant_id and u.student_id = s.student_id
    where p.tenant_id = ${db.me.tenantId} and p.id = any(${plans.map(p => p.id)}::uuid[])
      and not exists (select from move_in_choice c where c.tenant_id = s.tenant_id and c.stay_id = s.id and c.state in ('chosen', 'came'))`)
  const byPlan = Map.groupBy(rows, r => r.planId)
  await notifyEach(
    db,
    MOVE_IN_MESSAGES.moveInOpen,
    plans.map(({ id, dormId, day }) => ({
      to: (byPlan.get(id) ?? []).map(r => r.userId),
      values: { dorm: dorms.get(dormId)?.fullName ?? '', day },
      bizType: 'moveInPlan',
      bizId: id,
      link: LINK,
      mobileLink: LINK,
    })),
  )
  return new Set(rows.map(r => r.userId)).size
}
