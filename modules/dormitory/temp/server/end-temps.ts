import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { changeMany } from '../../places/server/api.ts'
import { livedSpan, nightsAway, nightsTouched } from '../model/nights.ts'
import { AWAY, tempLocation } from '../model/temp-location.ts'
import { bedsOfStudents, houseNights } from './facts.ts'
import type { Temp } from './submit.ts'

export interface Return {
  backAt: string
  backWay: NonNullable<Temp['backWay']>
  note?: string | null
}
/** Away: also after the start while the scheduled job has not updated the state. */
export const isAway = (row: Pick<Temp, 'state' | 'from'>, now = Date.now()): boolean =>
  (AWAY as readonly string[]).includes(row.state) || (row.state === 'approved' && Date.parse(row.from) <= now)

const MOST = 2000
/** Rows in id order, locked until the transaction ends, so that checks on them stay valid. */
export async function lockTemps(db: Db, where: Sql): Promise<Temp[]> {
  const ids = await db.query<{ id: string }>(sql`select id from temp_location where tenant_id = ${db.me.tenantId} and ${where} order by id limit ${MOST} for update`)
  return ids.length ? db.unscoped(tempLocation).all({ id: ids.map(r => r.id) }, { sort: ['from'] }) : [] // the caller has checked access
}
/** Emits which nights must be recomputed, with the student's current excuse. */
export const tellChanged = (db: Db, rows: ReadonlyArray<Pick<Temp, 'id' | 'studentId' | 'from' | 'to' | 'state'>>): Promise<void> =>
  db.emitMany(
    'dormitory.tempLocationChanged',
    rows.map(({ id, studentId, from, to, state }) => ({ studentId, tempLocationId: id, state, spans: [{ from, to }] })),
  )
/** 20-DT5: back: expected from now on, also in a requested night. */
export async function endTemps(db: Db, rows: readonly Temp[], { backAt, backWay, note }: Return): Promise<void> {
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
  // one statement per distinct number of nights, whatever the number of students
  for (const [actualNights, those] of Map.groupBy(lived, l => l.nights)) {
    const patch = { state: 'closed' as const, backAt, backWay, backNote: note ?? null, actualNights }
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
