import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { curfewProfile } from '../../places/model/curfew.ts'
import { inNight, laterInNight } from '../../places/model/night.ts'

/** Queue of student nights to re-evaluate. */
export const TOUCHED = 'dormitory.accessTouched'

/** Earliest curfew and latest gate opening over all profiles and exceptions, relative to noon: passages outside affect no night. */
async function widest(db: Db): Promise<{ curfew: string; gateOpening: string }> {
  const profiles = [...(await db.cached(curfewProfile)).values()]
  const curfews = profiles.flatMap(p => [p.curfewWorkday, p.curfewFree, ...(p.exceptions ?? []).map(x => x.curfew)])
  const openings = profiles.flatMap(p => [p.gateOpening, ...(p.exceptions ?? []).map(x => x.gateOpening)])
  return {
    curfew: curfews.reduce((a, b) => (laterInNight(a, b) ? b : a), '23:00'),
    gateOpening: openings.reduce((a, b) => (laterInNight(a, b) ? a : b), '06:00'),
  }
}
/**
 * Queues the nights these passages may change: nights past curfew whose gate had not opened, and nights with an open alert of the same student. The evening rush of
 * a large school queues next to nothing. Returns whether anything was queued.
 */
export async function touch(db: Db, passages: ReadonlyArray<{ studentId: string | null; eventAt: string }>): Promise<boolean> {
  const { curfew, gateOpening } = await widest(db)
  const [begins, ends] = [curfew, gateOpening].map(time => (Date.parse(inNight('2000-01-01', time)) - Date.parse(inNight('2000-01-01', '12:00'))) / 1000)
  const rows = await db.query(sql`
    with passed as (select x."studentId" as student_id, ((x."eventAt" at time zone 'Asia/Shanghai') - interval '12 hours') as noon from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) x("studentId" uuid, "eventAt" timestamptz)),
    night as (select student_id, noon::date as date from passed
        where noon::time < time '00:00' + make_interval(secs => ${ends}) and now() >= (noon::date + make_interval(hours => 12, secs => ${begins})) at time zone 'Asia/Shanghai'
      union select a.student_id, a.night_date from access_alert a where a.tenant_id = ${db.me.tenantId} and a.state in ('open', 'handling') and a.student_id in (select student_id from passed))
    insert into access_touched (tenant_id, night_date, student_id) select ${db.me.tenantId}, date, student_id from night on conflict do nothing returning 1`)
  return rows.length > 0
}
/** Queues nights changed by something other than a passage. */
export const touchNights = (db: Db, nights: ReadonlyArray<{ studentId: string; nightDate: string }>): Promise<unknown> =>
  db.query(sql`insert into access_touched (tenant_id, night_date, student_id)
    select distinct ${db.me.tenantId}::uuid, x."nightDate", x."studentId" from jsonb_to_recordset(${JSON.stringify(nights)}::jsonb) x("studentId" uuid, "nightDate" date) on conflict do nothing`)
