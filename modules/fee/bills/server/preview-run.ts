import sql, { type Sql } from 'sql-template-tag'
import { yearBefore } from '#modules/campus/model/school-year.ts'
import { type Db, handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { previewRun } from '../model/run-actions.ts'
import { type Asked, checkAsked, openLines, plannedLines, sumOf, wordsOf } from './plan.ts'

const SHOWN = 20
interface Group {
  key: string
  label: string
  count: number
  sum: number
  lastYear: number
}
/** Counts and sums in groups, each with what the same group was charged for the same items a year before. */
const groupsOf = (db: Db, { xn, itemIds }: Asked, open: Sql, key: Sql, label: Sql): Promise<Group[]> =>
  db.query<Group>(sql`with now as (select ${key} as key, max(${label}) as label, count(*)::int as count, sum(o.amount)::float8 as sum from ${open} o
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = o.student_id join charge_item i on i.tenant_id = s.tenant_id and i.id = o.item_id left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id group by 1),
    before as (select ${key} as key, sum(l.charged)::float8 as sum from bill_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
      left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id where l.tenant_id = ${db.me.tenantId} and l.xn = ${yearBefore(xn)} and l.item_id = any(${itemIds}::uuid[]) group by 1)
    select n.key, coalesce(n.label, '') as label, n.count, n.sum, coalesce(b.sum, 0)::float8 as "lastYear" from now n left join before b using (key) order by n.sum desc, n.key`)
interface Shown {
  studentId: string
  name: string
  className: string | null
  item: string
  standardId: string | null
  amount: number
}
/** The first lines by student, of a select with the plan's columns. */
const shownOf = (db: Db, lines: Sql): Promise<Shown[]> =>
  db.query<Shown>(sql`select o.student_id as "studentId", s.name, c.name as "className", i.name as item, o.standard_id as "standardId", coalesce(o.amount, 0)::float8 as amount from ${lines} o
    join student s on s.tenant_id = ${db.me.tenantId} and s.id = o.student_id join charge_item i on i.tenant_id = s.tenant_id and i.id = o.item_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    order by md5(o.student_id::text), i.priority limit ${SHOWN}`)
const person = ({ studentId, name, className, item }: Shown) => ({ studentId, name, className, item })

/** 40-F4: counts and sums by item, college and grade, who has no standard, the change against last year, and twenty samples with their explanation. */
export default handle(previewRun, async ({ db, lang }, asked) => {
  await checkAsked(db, asked)
  const planned = await plannedLines(db, asked)
  const open = openLines(db, asked, planned)
  const without = sql`(select * from ${planned} p where p.amount is null)`
  const [sum, byItem, byCollege, byGrade, missingSample, samples, counts] = await Promise.all([
    sumOf(db, open),
    groupsOf(db, asked, open, sql`i.id::text`, sql`i.name`),
    groupsOf(db, asked, open, sql`coalesce(d.id::text, '')`, sql`d.name`),
    groupsOf(db, asked, open, sql`coalesce(s.grade::text, '')`, sql`s.grade::text`),
    shownOf(db, without),
    shownOf(db, open),
    db.query<{ missing: number; priced: number }>(
      sql`select count(distinct student_id) filter (where amount is null)::int as missing, count(*) filter (where amount > 0)::int as priced from ${planned} p`,
    ),
  ])
  const words = await wordsOf(
    db,
    samples.map(s => s.standardId),
  )
  const matchedOf = ({ standardId }: Shown): string | null => (words.has(standardId ?? '') ? formatWording(lang, words.get(standardId ?? '') ?? '') : null)
  return {
    ...sum,
    byItem,
    byCollege,
    byGrade,
    missing: counts[0]?.missing ?? 0,
    already: (counts[0]?.priced ?? 0) - sum.count,
    missingSample: missingSample.map(person),
    samples: samples.map(s => ({ ...person(s), amount: s.amount, matched: matchedOf(s) })),
  }
})
