import type { Row } from '#model'
import { askAgain, markAnswered, mustTakePart } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { holidayDestination, holidayPlan, type StayRooms } from '../model/holiday.ts'
import type { Plan } from './plans.ts'

export type { Plan }
export type Destination = Row<typeof holidayDestination>
interface Answering {
  id: string
  departmentId: string | null
  classId: string | null
  userId: string | null
}
const NO_JOURNEY = { leaveAt: null, backPlanned: null, cantonCode: null, address: null, transport: null, tripNo: null, showsToCompanions: false }

const answerOf = (plan: Plan, { id, departmentId, classId }: Answering) => ({ planId: plan.id, studentId: id, departmentId, classId })

/** A plan by id; the caller has checked access to its students. */
export const planOf = (db: Db, id: string): Promise<Plan> => db.unscoped(holidayPlan).one(id)
/**
 * Records the stay these students apply for as their answer. A first answer requires that they are in the audience and the plan is open, unless an organiser enters
 * it.
 */
export async function answerStays(db: Db, plan: Plan, people: readonly Answering[], { isOwn }: { isOwn: boolean }): Promise<Map<string, Destination>> {
  const known = await db.unscoped(holidayDestination).all({ planId: plan.id, studentId: people.map(p => p.id) }) // the caller has checked access
  const lacking = people.filter(p => !known.some(k => k.studentId === p.id))
  if (isOwn && lacking.length) await mustTakePart(db, holidayPlan, plan)
  const answeredAt = new Date().toISOString()
  await db.insertMany(
    holidayDestination,
    lacking.map(p => ({ ...answerOf(plan, p), choice: 'stay' as const, answeredAt })),
    { skipExisting: true },
  )
  for (const row of known.filter(k => k.choice !== 'stay' || !k.answeredAt)) await db.update(holidayDestination, row.id, { ...NO_JOURNEY, choice: 'stay', answeredAt })
  await markAnswered(
    db,
    holidayPlan,
    plan,
    people.flatMap(p => p.userId ?? []),
  )
  const rows = await db.unscoped(holidayDestination).all({ planId: plan.id, studentId: people.map(p => p.id) }) // see above
  return new Map(rows.map(r => [r.studentId, r]))
}
/** The stay was refused: the student is asked again. */
export async function takeBackAnswer(db: Db, destinationId: string, userId: string | null): Promise<void> {
  const row = await db.update(holidayDestination, destinationId, { answeredAt: null })
  if (userId) await askAgain(db, holidayPlan, await planOf(db, row.planId), [userId])
}
/** A student known to have left without an answer counts as away; the question stays open. */
export async function leaveWithoutAnswer(db: Db, plan: Plan, people: readonly Answering[], leaveAt: string): Promise<void> {
  await db.insertMany(
    holidayDestination,
    people.map(p => ({ ...answerOf(plan, p), choice: 'other' as const, leaveAt })),
    { skipExisting: true },
  )
}
/** Rooms for central lodging, as decided by the dormitory module. */
export const setStayRooms = async (db: Db, planId: string, stayRooms: StayRooms): Promise<void> => void (await db.update(holidayPlan, planId, { stayRooms }))
