import sql from 'sql-template-tag'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { admissionFunnel } from '../model/actions.ts'
import { admittedStudent } from '../model/admitted-student.ts'

interface Counts {
  admitted: number
  answered: number
  intended: number
  arrived: number
  reviewed: number
  enrolled: number
  declined: number
  late: number
  reserved: number
  notReported: number
  disqualified: number
}
type Grouped = Counts & { major: string | null; province: string | null }
/** 入学确认: the roll of a year in the reader's scope, as a whole, by major and by province, in one statement. */
export default handle(admissionFunnel, async ({ db }, asked) => {
  const seen = db.visible(admittedStudent).rows()
  const years = (await db.query<{ year: number }>(sql`select distinct a.year from ${seen} a order by a.year desc`)).map(r => r.year)
  const year = asked.year ?? years[0] ?? Number(today().slice(0, 4))
  const rows = await db.query<Grouped>(sql`select a.grade_major_id as major, left(a.source_canton, 2) || '0000' as province, count(*)::int as admitted,
      count(a.answered_at)::int as answered, count(*) filter (where a.answered_at is not null and a.state <> 'declined')::int as intended, count(a.arrived_at)::int as arrived,
      count(*) filter (where a.state in ('reviewed', 'enrolled'))::int as reviewed, count(*) filter (where a.state = 'enrolled')::int as enrolled,
      count(*) filter (where a.state = 'declined')::int as declined, count(*) filter (where a.state = 'late')::int as late, count(*) filter (where a.state = 'reserved')::int as reserved,
      count(*) filter (where a.state = 'notReported')::int as "notReported", count(*) filter (where a.state = 'disqualified')::int as disqualified
    from ${seen} a where a.year = ${year} group by grouping sets ((), (a.grade_major_id), (left(a.source_canton, 2) || '0000')) order by count(*) desc`)
  const [places, cantons] = [await db.cached(gradeMajor), await cantonsByCode(db)]
  const named = (key: string | null, label: string | undefined, { major: _, province: __, ...counts }: Grouped) => ({ key: key ?? '', label: label ?? key ?? '', ...counts })
  const whole = rows.find(r => !r.major && !r.province)
  return {
    ...{ year, years, ...counts(whole) },
    byMajor: rows.filter(r => r.major).map(r => named(r.major, places.get(r.major ?? '')?.name, r)),
    byProvince: rows.filter(r => r.province).map(r => named(r.province, cantons.get(r.province ?? '')?.name, r)),
  }
})
const NONE: Counts = { admitted: 0, answered: 0, intended: 0, arrived: 0, reviewed: 0, enrolled: 0, declined: 0, late: 0, reserved: 0, notReported: 0, disqualified: 0 }
function counts(of: Grouped | undefined): Counts {
  if (!of) return NONE
  const { major: _, province: __, ...rest } = of
  return rest
}
