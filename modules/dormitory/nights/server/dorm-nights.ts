import sql, { empty } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { inNight } from '../../places/model/night.ts'
import { nightHours } from '../../places/server/api.ts'
import type { DormWay, NightClock } from '../model/evidence.ts'
import { waysOfDorms } from './settings.ts'

/** A building's night: hours as instants, enabled sources, and completed steps. */
export interface DormNight extends NightClock {
  nightDate: string
  dormId: string
  opensAt: string
  closesAt: string
  gateAfter: string
  ways: DormWay[]
  closedAt: string | null
}
export const DORM_NIGHT = sql`n.night_date::text as "nightDate", n.dorm_id as "dormId", n.opens_at as "opensAt", n.closes_at as "closesAt", n.gate_after as "gateAfter", n.curfew, n.cut_off as "cutOff",
  n.gate_opening as "gateOpening", n.ways, n.closed_at as "closedAt"`
export type DormNights = ReadonlyMap<string, DormNight>

/** Nights of a date by building, if begun. */
export async function dormNights(db: Db, date: string, dormIds?: readonly string[]): Promise<DormNights> {
  const rows = await db.query<DormNight>(sql`select ${DORM_NIGHT} from dorm_night n where n.tenant_id = ${db.me.tenantId} and n.night_date = ${date}::date
    ${dormIds ? sql`and n.dorm_id = any(${[...dormIds]}::uuid[])` : empty}`)
  return new Map(rows.map(n => [n.dormId, n]))
}
type Hours = Omit<DormNight, 'closedAt'>
async function hoursOfDorms(db: Db, date: string): Promise<Hours[]> {
  const ways = await waysOfDorms(db)
  const made = await Promise.all(
    // without any source everybody would count as missing
    [...ways]
      .filter(([, of]) => of.ways.length)
      .map(async ([dormId, of]) => {
        const hours = await nightHours(db, dormId, date)
        return (
          hours && {
            nightDate: date,
            dormId,
            ...hours,
            ways: of.ways,
            opensAt: inNight(date, of.openTime),
            closesAt: inNight(date, of.closeTime),
            gateAfter: inNight(date, of.gateAfter),
          }
        )
      }),
  )
  return made.filter(h => h !== undefined)
}
/** Upserts the night of every building with hours; a running one follows its settings. Returns buildings with a new night. */
export async function beginNights(db: Db, date: string): Promise<string[]> {
  const rows = await db.query<{
    dormId: string
    isNew: boolean
  }>(sql`insert into dorm_night as n (tenant_id, night_date, dorm_id, opens_at, closes_at, gate_after, curfew, cut_off, gate_opening, ways)
    select ${db.me.tenantId}, ${date}::date, x."dormId", x."opensAt", x."closesAt", x."gateAfter", x.curfew, x."cutOff", x."gateOpening", x.ways
    from jsonb_to_recordset(${JSON.stringify(await hoursOfDorms(db, date))}::jsonb) x("dormId" uuid, "opensAt" timestamptz, "closesAt" timestamptz, "gateAfter" timestamptz, curfew timestamptz,
      "cutOff" timestamptz, "gateOpening" timestamptz, ways jsonb)
    on conflict (tenant_id, night_date, dorm_id) do update set opens_at = excluded.opens_at, closes_at = excluded.closes_at, gate_after = excluded.gate_after, curfew = excluded.curfew,
      cut_off = excluded.cut_off, gate_opening = excluded.gate_opening, ways = excluded.ways
      where n.closed_at is null and (n.opens_at, n.closes_at, n.gate_after, n.curfew, n.cut_off, n.gate_opening, n.ways)
        is distinct from (excluded.opens_at, excluded.closes_at, excluded.gate_after, excluded.curfew, excluded.cut_off, excluded.gate_opening, excluded.ways)
    returning n.dorm_id as "dormId", (xmax = 0) as "isNew"`)
  return rows.filter(r => r.isNew).map(r => r.dormId)
}
