import sql, { type Sql } from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { campus } from '#modules/campus/model/places.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { leave } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { type Counted, forWall, OTHERS, perThousand, type ShownCell } from '../model/screen.ts'

const MOST_TYPES = 7
const MOST_PLACES = 12
const MOST_COLLEGES = 8
/** Approved and not yet back, in the reader's scope. */
const away = (db: Db): Sql => sql`${db.visible(leave).rows()} l where extends_id is null and state in ('active', 'overdue')`

/** Students at school by college: the denominator of rates. */
export async function inSchool(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string | null; count: number }>(
    sql`select department_id as id, count(*)::int as count from ${db.visible(student).rows()} s where status = 'active' group by 1`,
  )
  return new Map(rows.map(r => [r.id ?? '', r.count]))
}
interface Heads {
  away: number
  leftCity: number
  pending: number
  overdue: number
  one: number
  three: number
  begin: number
  due: number
}
/** The headline figures. Days are in the school's time zone. */
export async function heads(db: Db, pupils: ReadonlyMap<string, number>) {
  const [from, to] = [sql`${schoolInstant(today())}::timestamptz`, sql`${schoolInstant(today(), '24:00')}::timestamptz`]
  const [row] = await db.query<Heads>(sql`select
      count(*) filter (where state in ('active', 'overdue'))::int as away,
      count(*) filter (where state in ('active', 'overdue') and leaves_city)::int as "leftCity",
      count(*) filter (where state = 'pending')::int as pending,
      count(*) filter (where state = 'overdue')::int as overdue,
      count(*) filter (where state = 'overdue' and end_at >= now() - interval '1 day')::int as one,
      count(*) filter (where state = 'overdue' and end_at < now() - interval '1 day' and end_at >= now() - interval '3 days')::int as three,
      count(*) filter (where state in ('approved', 'active', 'overdue') and start_at >= ${from} and start_at < ${to})::int as begin,
      count(*) filter (where state in ('approved', 'active', 'overdue') and end_at >= ${from} and end_at < ${to})::int as due
    from ${db.visible(leave).rows()} l where extends_id is null and state in ('pending', 'approved', 'active', 'overdue')`)
  const [back] = await db.query<{ closed: number; begun: number }>(sql`select count(*)::int as closed, count(*) filter (where start_at >= ${from})::int as begun
    from ${db.visible(leave).rows()} l where extends_id is null and state = 'closed' and back_at >= ${from} and back_at < ${to}`)
  const { one, three, begin, ...sums } = row ?? { away: 0, leftCity: 0, pending: 0, overdue: 0, one: 0, three: 0, begin: 0, due: 0 }
  const all = [...pupils.values()].reduce((sum, n) => sum + n, 0)
  return {
    ...sums,
    begin: begin + (back?.begun ?? 0),
    closed: back?.closed ?? 0,
    inSchool: all,
    perThousand: perThousand(sums.away, all),
    lateByDay: { one, three, more: sums.overdue - one - three },
  }
}
/** Leave types are personal data: small groups are merged. */
export async function awayByType(db: Db, least: number): Promise<ShownCell[]> {
  const types = await db.cached(leaveType)
  const rows = await db.query<{ id: string; count: number }>(sql`select type_id as id, count(*)::int as count from ${away(db)} group by 1`)
  return forWall(
    rows.map(r => ({ label: types.get(r.id)?.name ?? '—', count: r.count })),
    least,
    MOST_TYPES,
    OTHERS.type,
  )
}
/** Municipalities: their second level has no name of its own, and districts follow directly. */
const MUNICIPALITIES = ['11', '12', '31', '50']
/** Destinations outside the city: by province, and by city within the school's own province. */
export async function awayByPlace(db: Db, least: number): Promise<ShownCell[]> {
  const cantons = await cantonsByCode(db)
  const homes = new Set([...(await db.cached(campus)).values()].flatMap(c => (c.cantonCode ? [c.cantonCode.slice(0, 2)] : [])))
  const placeOf = (code: string): string => {
    const province = code.slice(0, 2)
    if (!homes.has(province)) return `${province}0000`
    return MUNICIPALITIES.includes(province) ? code : `${code.slice(0, 4)}00`
  }
  const rows = await db.query<{ code: string | null; count: number }>(sql`select canton_code as code, count(*)::int as count from ${away(db)} and leaves_city group by 1`)
  const counted = new Map<string, Counted>()
  for (const { code, count } of rows) {
    const label = (code && cantons.get(placeOf(code))?.name) ?? '未填去向'
    counted.set(label, { label, count: (counted.get(label)?.count ?? 0) + count })
  }
  return forWall([...counted.values()], least, MOST_PLACES, OTHERS.place)
}
/** Colleges by students away per thousand. Students count in their present college, in numerator and denominator. */
export async function awayByCollege(db: Db, pupils: ReadonlyMap<string, number>) {
  const departments = await db.cached(department)
  const rows = await db.query<{ id: string; count: number }>(
    sql`select s.department_id as id, count(*)::int as count from (select student_id, tenant_id from ${away(db)}) x join student s on s.tenant_id = x.tenant_id and s.id = x.student_id group by 1`,
  )
  const counts = new Map(rows.map(r => [r.id, r.count]))
  return [...pupils]
    .filter(([id]) => id)
    .map(([id, all]) => ({ name: departments.get(id)?.name ?? '—', away: counts.get(id) ?? 0, perThousand: perThousand(counts.get(id) ?? 0, all) }))
    .sort((a, b) => b.perThousand - a.perThousand || b.away - a.away || a.name.localeCompare(b.name))
    .slice(0, MOST_COLLEGES)
}
