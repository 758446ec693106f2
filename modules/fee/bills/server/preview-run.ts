import sql, { type Sql } from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { yearBefore } from '#modules/campus/model/school-year.ts'
import { type Db, handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { previewRun } from '../model/run-actions.ts'
import { checkAsked, openLines, plannedLines, type RunInput, type Sum, sumOf, wordsOf } from './plan.ts'

const SHOWN = 20
type By = 'item' | 'college' | 'grade'
interface Group {
  by: By
  key: string
  count: number
  sum: number
}
interface Shown {
  studentId: string
  name: string
  className: string | null
  itemId: string
  standardId: string | null
  amount: number
}
interface Seen {
  sum: Sum
  groups: Group[] | null
  before: Group[] | null
  samples: Shown[] | null
  missingSample: Shown[] | null
  missing: number
  priced: number
}
/** Counts and sums by item, by college and by grade of lines with `item_id`, `student_id` and an amount. */
const groupsOf = (db: Db, lines: Sql, amount: Sql): Sql => sql`(select jsonb_agg(g order by g.sum desc, g.key) from (
    select case when grouping(l.item_id) = 0 then 'item' when grouping(s.department_id) = 0 then 'college' else 'grade' end as by,
      coalesce(l.item_id::text, s.department_id::text, s.grade::text, '') as key, count(*)::int as count, sum(${amount})::float8 as sum
    from ${lines} l join student s on s.tenant_id = ${db.me.tenantId} and s.id = l.student_id group by grouping sets ((l.item_id), (s.department_id), (s.grade))) g)`
/** Some lines, whose they are, in no order of the students. */
const shownOf = (
  db: Db,
  lines: Sql,
): Sql => sql`(select jsonb_agg(x) from (select o.student_id as "studentId", s.name, c.name as "className", o.item_id as "itemId", o.standard_id as "standardId", coalesce(o.amount, 0)::float8 as amount
    from ${lines} o join student s on s.tenant_id = ${db.me.tenantId} and s.id = o.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    order by md5(o.student_id::text), o.item_id limit ${SHOWN}) x)`
/** All of a preview in one statement: the plan of a whole school takes seconds and is made once. */
async function see(db: Db, asked: RunInput): Promise<Seen | undefined> {
  const lastYear = sql`(select l.item_id, l.student_id, l.charged from bill_line l where l.tenant_id = ${db.me.tenantId} and l.xn = ${yearBefore(asked.xn)} and l.item_id = any(${asked.itemIds}::uuid[]))`
  const [seen] =
    await db.query<Seen>(sql`with planned as materialized (select * from ${await plannedLines(db, asked)} x), open as materialized (select * from ${openLines(db, asked, sql`planned`)} x)
    select (select to_jsonb(x) from (${sumOf(sql`open`)}) x) as sum, ${groupsOf(db, sql`open`, sql`l.amount`)} as groups, ${groupsOf(db, lastYear, sql`l.charged`)} as before,
      ${shownOf(db, sql`open`)} as samples, ${shownOf(db, sql`(select * from planned where amount is null)`)} as "missingSample",
      (select count(distinct student_id)::int from planned where amount is null) as missing, (select count(*)::int from planned where amount > 0) as priced`)
  return seen
}
/** 40-F4: counts and sums by item, college and grade, who has no standard, the change against last year, and twenty samples with their explanation. */
export default handle(previewRun, async ({ db, lang }, asked) => {
  await checkAsked(db, asked)
  const seen = await see(db, asked)
  const { groups, before, samples, missingSample } = {
    groups: seen?.groups ?? [],
    before: seen?.before ?? [],
    samples: seen?.samples ?? [],
    missingSample: seen?.missingSample ?? [],
  }
  const [items, departments] = await Promise.all([db.cached(chargeItem), db.cached(department)])
  const labelOf = ({ by, key }: Group): string => (by === 'item' ? items.get(key)?.name : by === 'college' ? departments.get(key)?.name : key) ?? ''
  const lastYear = new Map(before.map(b => [`${b.by} ${b.key}`, b.sum]))
  const groupsBy = (by: By) =>
    groups.flatMap(g => (g.by === by ? [{ key: g.key, label: labelOf(g), count: g.count, sum: g.sum, lastYear: lastYear.get(`${by} ${g.key}`) ?? 0 }] : []))
  const words = await wordsOf(
    db,
    samples.map(s => s.standardId),
  )
  const person = ({ studentId, name, className, itemId }: Shown) => ({ studentId, name, className, item: items.get(itemId)?.name ?? '' })
  const sum = seen?.sum ?? { digest: '', payers: 0, count: 0, sum: 0 }
  return {
    ...sum,
    ...{ byItem: groupsBy('item'), byCollege: groupsBy('college'), byGrade: groupsBy('grade') },
    missing: seen?.missing ?? 0,
    already: (seen?.priced ?? 0) - sum.count,
    missingSample: missingSample.map(person),
    samples: samples.map(s => ({ ...person(s), amount: s.amount, matched: s.standardId ? formatWording(lang, words.get(s.standardId) ?? '') : null })),
  }
})
