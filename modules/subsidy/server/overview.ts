import sql, { empty, type Sql } from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { levelsOn } from '#modules/hardship/server/api.ts'
import { availableOf, fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { student } from '#modules/student/model/student.ts'
import { aidOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { aidOverview, fundForecast } from '../model/actions.ts'

const SIZE = 50
interface Row {
  id: string
  studentNo: string | null
  name: string
  classId: string | null
  level: string | null
  parts: Array<{ label: string; amount: number }>
  sum: number
  total: number
  all: number
}
/** No aid of anybody. */
export const NOTHING = sql`select null::uuid as id, null::text as label, null::text as name, 0::float8 as amount, null::date as day where false`
/** 资助全景: students in the reader's scope with a level or any aid in the year, whoever gave it. */
async function rowsOf(db: Db, { xn, more, without, at }: { xn: string; more: Sql; without: boolean; at: number }): Promise<Row[]> {
  const visible = sql`select v.id from ${db.visibleFor(student, aidOverview.permission).rows()} v`
  return db.query<Row>(sql`with level as (${levelsOn(db, visible, today())}), aid as (select a.id, a.label, sum(a.amount)::float8 as amount from (${aidOf(db, visible, xn) ?? NOTHING}) a group by 1, 2),
      total as (select id, jsonb_agg(jsonb_build_object('label', label, 'amount', amount) order by amount desc) as parts, sum(amount) as sum from aid group by 1)
    select s.id, s.student_no as "studentNo", s.name, s.class_id as "classId", l.level, coalesce(t.parts, '[]') as parts, coalesce(t.sum, 0)::float8 as sum,
      count(*) over ()::int as total, (sum(coalesce(t.sum, 0)) over ())::float8 as all
    from ${db.visibleFor(student, aidOverview.permission).rows()} s left join level l on l.id = s.id left join total t on t.id = s.id
    where (l.id is not null or t.id is not null) ${more} ${without ? sql`and l.id is not null and t.id is null` : empty}
    order by coalesce(t.sum, 0) desc, s.student_no limit ${SIZE} offset ${at}`)
}
const overview = handle(aidOverview, async ({ db }, { xn: asked, departmentId, level, without, current }) => {
  const xn = asked || (await schoolYearOn(db))
  const more = sql`${departmentId ? sql`and s.department_id = ${departmentId}` : empty} ${level ? sql`and l.level = ${level}` : empty}`
  const rows = await rowsOf(db, { xn, more, without: without === true, at: ((current ?? 1) - 1) * SIZE })
  const classes = await db.cached(stuClass)
  return {
    ...{ xn, size: SIZE, total: rows[0]?.total ?? 0, sum: rows[0]?.all ?? 0 },
    rows: rows.map(({ classId, total: _total, all: _all, ...row }) => ({ ...row, className: classes.get(classId ?? '')?.name ?? null })),
  }
})
interface Ahead {
  fundId: string
  month: string
  amount: number
}
/** Until the end of the school year, what active plans will take of each fund month by month. */
const forecast = handle(fundForecast, async ({ db }) => {
  const ahead = await db.query<Ahead>(sql`select g.fund_id as "fundId", coalesce(p.month, to_char(current_date, 'YYYY-MM')) as month, sum(p.amount)::float8 as amount
    from subsidy_grant g cross join lateral jsonb_to_recordset(g.plan) p(month text, amount bigint)
    where g.tenant_id = ${db.me.tenantId} and g.fund_id is not null and g.state in ('active', 'suspended') and (g.suspended_from is null or p.month < g.suspended_from) and p.amount > 0
      and not exists (select from payout_line l where l.tenant_id = g.tenant_id and l.grant_id = g.id::text and coalesce(l.month, '') = coalesce(p.month, '') and l.state = 'paid')
    group by 1, 2 order by 2`)
  const of = Map.groupBy(ahead, a => a.fundId)
  const funds = await db.unscoped(fundAccount).all({ id: [...of.keys()] }, { sort: ['code'] }) // funds of the items
  return funds.map(fund => {
    const { id, name, budget, reserved, spent } = fund
    const months = (of.get(id) ?? []).map(({ month, amount }) => ({ month, amount }))
    return { id, name, budget, reserved, spent, left: availableOf(fund), months, planned: months.reduce((sum, m) => sum + m.amount, 0) }
  })
})
export default [overview, forecast]
