import sql, { type Sql } from 'sql-template-tag'
import { cancel, casesOf } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { livedSpan, nightsAway, nightsTouched } from '../../model/temp/nights.ts'
import { AWAY, tempLocation } from '../../model/temp/temp-location.ts'
import { changeMany } from '../setup/change-many.ts'
import { bedsOfStudents, houseNights } from './facts.ts'
import type { Temp } from './submit.ts'

export interface Return {
  backAt: string
  note?: string | null
}
/** Away, or on the way before the clock has noticed. */
export const isAway = (row: Pick<Temp, 'state' | 'from'>, now = Date.now()): boolean =>
  (AWAY as readonly string[]).includes(row.state) || (row.state === 'approved' && Date.parse(row.from) <= now)

const MOST = 2000
/** Rows in id order, locked until the transaction ends, so that checks on them stay valid. */
export async function lockTemps(db: Db, where: Sql): Promise<Temp[]> {
  const ids = await db.query<{ id: string }>(sql`select id from temp_location where tenant_id = ${db.me.tenantId} and ${where} order by id limit ${MOST} for update`)
  return ids.length ? db.unscoped(tempLocation).all({ id: ids.map(r => r.id) }, { sort: ['from'] }) : [] // the caller has checked access
}
/** Others hear which nights have to be worked out anew, with what the student is excused for now. */
export const tellChanged = (db: Db, rows: ReadonlyArray<Pick<Temp, 'id' | 'studentId' | 'from' | 'to' | 'state'>>): Promise<void> =>
  db.emitMany(
    'dormitory.tempLocationChanged',
    rows.map(({ id, studentId, from, to, state }) => ({ studentId, tempLocationId: id, state, spans: [{ from, to }] })),
  )
/** 20-DT5: they are back. From this moment they are expected, also in a night they had asked for. */
export async function endTemps(db: Db, rows: readonly Temp[], { backAt, note }: Return): Promise<void> {
  const beds = await bedsOfStudents(
    db,
    rows.map(r => r.studentId),
  )
  const lived = await Promise.all(
    rows.map(async row => {
      const span = livedSpan({ ...row, backAt })
      return { row, nights: nightsAway(span, await houseNights(db, beds.get(row.studentId)?.dormId, nightsTouched(span))).length }
    }),
  )
  // as many statements as there are lengths, however many students
  for (const [actualNights, those] of Map.groupBy(lived, l => l.nights)) {
    const patch = { state: 'closed' as const, backAt, backNote: note ?? null, actualNights }
    await changeMany(
      db,
      tempLocation,
      those.map(l => l.row),
      patch,
    )
  }
  await tellChanged(
    db,
    rows.map(row => ({ ...row, state: 'closed' as const })),
  )
}
/** Ends what was agreed to and has not begun. Rows that never were in a flow are ended without one. */
export async function cancelApproved(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, row: Temp, reason: string): Promise<void> {
  const { db } = ctx
  const of = { bizType: 'tempLocation', bizId: row.id }
  await db.update(tempLocation, row.id, { cancelReason: reason.slice(0, 200) })
  if ((await casesOf(db, of.bizType, [of.bizId])).size) {
    await cancel(ctx, of, reason)
    return
  }
  await tellChanged(db, [await db.update(tempLocation, row.id, { state: 'cancelled' })])
}
