import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { memoizeFor } from '#server/access/memoize.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { moveInLoad } from '../model/move-in-actions.ts'
import { moveInPlan } from '../model/move-in-plan.ts'
import { countsOf } from './move-in-plans.ts'

/** Cache lifetime: boards of readers with the same scope share one query per second. */
const KEPT_SECONDS = 1
interface SlotRow {
  id: string
  planId: string
  dorm: string
  beginAt: string
  endAt: string
  places: number
  chosen: number
  came: number
  arrived: number
}
/** Slots of a day in the reader's buildings: chosen, arrived of those, and all check-ins during the slot. */
const slotRows = (db: Db, day: string): Promise<SlotRow[]> =>
  db.query<SlotRow>(sql`select s.id, p.id as "planId", d.full_name as dorm, s.begin_at as "beginAt", s.end_at as "endAt", s.places, s.taken as chosen,
      (select count(*)::int from move_in_choice c where c.tenant_id = s.tenant_id and c.slot_id = s.id and c.state = 'came') as came,
      (select count(*)::int from dorm_stay y where y.tenant_id = s.tenant_id and y.dorm_id = p.dorm_id and y.kind <> 'change' and y.check_in_at >= s.begin_at and y.check_in_at < s.end_at) as arrived
    from ${db.visible(moveInPlan).rows()} p join move_in_slot s on s.tenant_id = p.tenant_id and s.plan_id = p.id join dorm_building d on d.tenant_id = p.tenant_id and d.id = p.dorm_id
    where p.day = ${day}::date order by d.full_name, s.begin_at`)
/** All check-ins of a day by plan, also outside the slots. */
const arrivals = async (db: Db, day: string): Promise<Map<string, number>> =>
  new Map(
    (
      await db.query<{
        id: string
        n: number
      }>(sql`select p.id, (select count(*)::int from dorm_stay y where y.tenant_id = p.tenant_id and y.dorm_id = p.dorm_id and y.kind <> 'change'
          and y.check_in_at >= ${schoolInstant(day)}::timestamptz and y.check_in_at < ${schoolInstant(day)}::timestamptz + interval '1 day') as n
        from ${db.visible(moveInPlan).rows()} p where p.day = ${day}::date and p.state = 'published'`)
    ).map(r => [r.id, r.n]),
  )
async function board(db: Db, given: string | null) {
  const rows = await db.query<{ day: string }>(sql`select distinct p.day::text as day from ${db.visible(moveInPlan).rows()} p where p.state = 'published' order by 1`)
  const days = rows.map(r => r.day)
  // today's day, else the next, else the last
  const day = given ?? days.find(d => d >= today()) ?? days.at(-1) ?? null
  if (!day) return { day, days, dorms: [] }
  const [slots, arrived] = [await slotRows(db, day), await arrivals(db, day)]
  const byPlan = Map.groupBy(slots, s => s.planId)
  const counts = await countsOf(db, [...byPlan.keys()])
  const sum = (of: readonly SlotRow[], key: 'places' | 'chosen' | 'came'): number => of.reduce((n, s) => n + s[key], 0)
  return {
    day,
    days,
    dorms: [...byPlan].map(([id, of]) => ({
      id,
      dorm: of[0]?.dorm ?? '',
      places: sum(of, 'places'),
      chosen: sum(of, 'chosen'),
      came: sum(of, 'came'),
      arrived: arrived.get(id) ?? 0,
      unchosen: counts.get(id)?.unchosen ?? 0,
      slots: of.map(({ planId: _plan, dorm: _dorm, ...s }) => s),
    })),
  }
}
export default handle(moveInLoad, async ({ db, me }, { day }) => ({
  ...(await memoizeFor(me, moveInLoad.permission, `moveInLoad ${day ?? ''}`, KEPT_SECONDS, () => board(db, day ?? null))),
  now: new Date().toISOString(),
}))
