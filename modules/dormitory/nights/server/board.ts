import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { memoizeFor } from '#server/access/memoize.ts'
import { type Db, handle } from '#server/context.ts'
import { nightLine } from '../model/night-line.ts'
import { type GROUPINGS, nightBoard } from '../model/read-actions.ts'
import { tonight } from './confirm-presence.ts'
import { dormNights } from './dorm-nights.ts'
import { settingsOf } from './settings.ts'

type Grouping = keyof typeof GROUPINGS
/** Cache lifetime: boards of readers with the same scope share one query per second. */
const KEPT_SECONDS = 1
const of = (result: string): Sql => sql`count(*) filter (where l.result = ${result})::int`
export const COUNTS = sql`count(*) filter (where l.expected = 'expected')::int as expected, ${of('present')} as present, ${of('late')} as late, ${of('pending')} as pending, ${of('absent')} as absent,
  ${of('excused')} as excused`
export interface Counts {
  expected: number
  present: number
  late: number
  pending: number
  absent: number
  excused: number
}
export const NOTHING: Counts = { expected: 0, present: 0, late: 0, pending: 0, absent: 0, excused: 0 }
export const KEYS = Object.keys(NOTHING) as Array<keyof Counts>
export function summed(rows: readonly Counts[]): Counts {
  const all = { ...NOTHING }
  for (const row of rows) for (const key of KEYS) all[key] += row[key]
  return all
}
interface Group extends Counts {
  id: string
  label: string
  conflicts: number
  unsettled: number
}
const TABLES = { dorm: ['dorm_id', 'dorm_building', 'full_name'], floor: ['floor_id', 'dorm_floor', 'full_name'], class: ['class_id', 'stu_class', 'name'] } as const
/** Lines of one night within the reader's scope. */
export const seenIn = (db: Db, night: string, more: Sql = empty): Sql =>
  sql`(select v.* from ${db.visible(nightLine).rows()} v where v.night_date = ${night}::date and v.expected <> 'notResident' ${more})`
function groups(db: Db, night: string, by: Grouping, dormId: string | null): Promise<Group[]> {
  const [column, table, name] = TABLES[by]
  return db.query<Group>(sql`select l.id, coalesce(g.${raw(name)}, '—') as label, l.expected, l.present, l.late, l.pending, l.absent, l.excused, l.conflicts, l.unsettled from (
      select coalesce(l.${raw(column)}::text, '') as id, ${COUNTS}, count(*) filter (where l.conflict)::int as conflicts, count(*) filter (where l.handled_state in ('open', 'notFound'))::int as unsettled
      from ${seenIn(db, night, dormId ? sql`and v.dorm_id = ${dormId}` : empty)} l group by 1) l
    left join ${raw(table)} g on g.tenant_id = ${db.me.tenantId} and g.id::text = l.id order by 2`)
}
/** Hours of the night: of one building, or the widest of all. */
async function hoursOf(db: Db, night: string, dormId: string | null) {
  const nights = [...(await dormNights(db, night, dormId ? [dormId] : undefined)).values()]
  const ends = (pick: (n: (typeof nights)[number]) => string): string[] => nights.map(pick).sort((a, b) => Date.parse(a) - Date.parse(b))
  return { opensAt: ends(n => n.opensAt)[0] ?? null, closesAt: ends(n => n.closesAt).at(-1) ?? null, cutOff: ends(n => n.cutOff).at(-1) ?? null }
}
export default handle(nightBoard, async ({ db, me }, { night: given, by: asked, dormId: dorm }) => {
  const night = given ?? tonight()
  const [by, dormId] = [asked ?? 'dorm', dorm ?? null]
  const rows = await memoizeFor(me, nightBoard.permission, `nightBoard ${night} ${by} ${dormId}`, KEPT_SECONDS, () => groups(db, night, by, dormId))
  const { nightRosterAt } = await settingsOf(db)
  const total = (key: 'conflicts' | 'unsettled'): number => rows.reduce((sum, r) => sum + r[key], 0)
  return {
    night,
    isTonight: night === tonight(),
    rosterAt: nightRosterAt,
    ...(await hoursOf(db, night, dormId)),
    now: new Date().toISOString(),
    conflicts: total('conflicts'),
    unsettled: total('unsettled'),
    ...summed(rows),
    groups: rows.map(({ unsettled: _unsettled, ...g }) => g),
  }
})
