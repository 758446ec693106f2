import { mustAllow } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type StudentOf, studentsOf, withStudents } from '#modules/student/server/api.ts'
import { type ActionCtx, type Ctx, compute, type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { noteBack, noteOut, remindBack } from '../model/actions.ts'
import { goingOut, NOT_BACK, outingStates } from '../model/going-out.ts'
import { OUTING_MESSAGES } from '../model/messages.ts'
import { aboutTrip } from './notify-trip.ts'
import { showRegions } from './regions.ts'
import { markBack, markOut } from './transitions.ts'
import type { Trip } from './trips.ts'

type Noting = ActionCtx<typeof noteOut> | ActionCtx<typeof noteBack>
/** Rows in the caller's scope by id, locked, each with its student. */
async function heldTrips(db: Db, ids: readonly string[]): Promise<Array<{ row: Trip; who: StudentOf | undefined }>> {
  const rows: Trip[] = []
  for (const id of new Set(ids)) rows.push(await db.visible(goingOut).lock(id))
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  return rows.map(row => ({ row, who: students.get(row.studentId) }))
}
function seenAt(ctx: Noting, given: string | null | undefined): string {
  const at = given ?? new Date().toISOString()
  if (Date.parse(at) > Date.now()) ctx.refuse('future', { at: schoolTimeText(at) }, 'at')
  return at
}
/** 20-G2: a counsellor records by hand, with a note, what no gate or position has shown. */
const out = handle(noteOut, async (ctx, { ids, at: given, note }) => {
  const { db, me } = ctx
  const at = seenAt(ctx, given)
  for (const { row, who } of await heldTrips(db, ids)) {
    mustAllow(goingOut, row, 'noteOut')
    await markOut(db, row, { at, way: 'staff', note })
    if (who) await notifyAbout(db, OUTING_MESSAGES.noted, aboutTrip, [{ row, who, more: { by: me.nickName, what: { text: '外出' }, note } }])
  }
})
const back = handle(noteBack, async (ctx, { ids, at: given, note }) => {
  const { db, me } = ctx
  const at = seenAt(ctx, given)
  const trips = await heldTrips(db, ids)
  for (const { row, who } of trips) {
    mustAllow(goingOut, row, 'close')
    if (row.outAt && Date.parse(at) < Date.parse(row.outAt)) ctx.refuse('before', { at: schoolTimeText(at), name: who?.name ?? '—', from: schoolTimeText(row.outAt) }, 'at')
    await markBack(db, row, { at, way: 'staff', note })
    if (who) await notifyAbout(db, OUTING_MESSAGES.noted, aboutTrip, [{ row, who, more: { by: me.nickName, what: { text: '返校' }, note } }])
  }
  return { closed: trips.length }
})
/** For other modules: a return they know of, within the caller's permission to note it. False where the trip is over. */
export async function endTripFor({ db, me }: Ctx, id: string, { backAt: at, note }: { backAt: string; note: string | null }): Promise<boolean> {
  const row = await db.visibleFor(goingOut, noteBack.permission).lock(id)
  if (!outingStates.allows(row, 'close')) return false
  await markBack(db, row, { at, way: 'staff', note })
  await notifyAbout(
    db,
    OUTING_MESSAGES.noted,
    aboutTrip,
    (await withStudents(db, [row])).map(one => ({ ...one, more: { by: me.nickName, what: { text: '返校' }, note } })),
  )
  return true
}
const remind = handle(remindBack, async ({ db }, { ids }) => {
  const rows = await db.visible(goingOut).all({ id: ids, state: NOT_BACK })
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  for (const row of rows) {
    const who = students.get(row.studentId)
    if (who) await notifyAbout(db, OUTING_MESSAGES.late, aboutTrip, [{ row, who }])
  }
  return { told: rows.length }
})
export default [out, back, remind, compute(goingOut, ['region'], showRegions)]
