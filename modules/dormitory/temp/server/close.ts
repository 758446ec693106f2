import sql from 'sql-template-tag'
import { notAllowed } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { closeTemps, tempCounts } from '../model/actions.ts'
import { TEMP_MESSAGES } from '../model/messages.ts'
import { tempLocation } from '../model/temp-location.ts'
import { endTemps, isAway, lockTemps } from './end-temps.ts'
import { aboutTemp } from './notify-temp.ts'

const close = handle(closeTemps, async (ctx, { ids: given, backAt, note }) => {
  const { db, me, refuse } = ctx
  const ids = [...new Set(given)]
  const at = backAt ?? new Date().toISOString()
  if (Date.parse(at) > Date.now()) refuse('future', { backAt: schoolTimeText(at) }, 'backAt')
  if ((await db.visible(tempLocation).count({ id: ids })) < ids.length) throw notFound()
  const rows = await lockTemps(db, sql`id = any(${ids}::uuid[])`)
  for (const row of rows) {
    if (!isAway(row)) throw notAllowed(tempLocation, row, 'close')
    if (Date.parse(at) < Date.parse(row.from)) refuse('before', { backAt: schoolTimeText(at), tempNo: row.tempNo, from: schoolTimeText(row.from) }, 'backAt')
  }
  await endTemps(db, rows, { backAt: at, backWay: 'staff', note: note ?? null })
  const told = await withStudents(db, rows)
  await notifyAbout(
    db,
    TEMP_MESSAGES.tempClosed,
    aboutTemp,
    told.map(one => ({ ...one, more: { by: me.nickName } })),
  )
  return { closed: rows.length }
})
/** For other modules: a return they know of, within the caller's permission to note it. False where the student is not away on it any more. */
export async function endTempFor({ db, me }: Ctx, id: string, { backAt, note }: { backAt: string; note: string | null }): Promise<boolean> {
  if (!(await db.visibleFor(tempLocation, closeTemps.permission).count({ id }))) throw notFound()
  const [row] = await lockTemps(db, sql`id = ${id}`)
  if (!row || !isAway(row)) return false
  await endTemps(db, [row], { backAt, backWay: 'staff', note })
  await notifyAbout(
    db,
    TEMP_MESSAGES.tempClosed,
    aboutTemp,
    (await withStudents(db, [row])).map(one => ({ ...one, more: { by: me.nickName } })),
  )
  return true
}
const counts = handle(tempCounts, async ({ db }) => {
  const [row] = await db.query<{ away: number; overdue: number; pending: number }>(sql`select count(*) filter (where state in ('active', 'overdue'))::int as away,
    count(*) filter (where state = 'overdue')::int as overdue, count(*) filter (where state = 'pending')::int as pending from ${db.visible(tempLocation).rows()} x where state in ('pending', 'active', 'overdue')`)
  return row ?? { away: 0, overdue: 0, pending: 0 }
})
export default [close, counts]
