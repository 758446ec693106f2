import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { termToday } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { accountNames } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { tsItem } from '../model/item.ts'
import { pointEntry } from '../model/ledger.ts'
import { tsScheme } from '../model/scheme.ts'
import { pointStatistics } from '../model/statistics.ts'
import { tsThreshold } from '../model/threshold.ts'
import { conductOf, creditTotals, schemesInUse } from './standing.ts'

const SEE = pointStatistics.permission
const MOST = 300
/** Below this many entries nobody is called strict or lenient. */
const OFTEN = 5
type Chosen = string | null | undefined
interface Spread {
  key: string
  students: number
  mean: number
  lowest: number
  highest: number
  low: number
}
const pupils = (db: Db) => sql`select p.id from ${db.visibleFor(student, SEE).rows()} p where p.status = 'active'`
const thresholdsOf = async (db: Db, schemeId: string) => [...(await db.cached(tsThreshold)).values()].filter(t => t.schemeId === schemeId && t.isEnabled)
async function classesOf(db: Db, chosen: Chosen) {
  const names = await db.cached(stuClass)
  const schemes = (await schemesInUse(db, 'conduct')).filter(s => !chosen || s.id === chosen)
  const found = await Promise.all(
    schemes.map(async scheme => {
      const line = Math.max(...(await thresholdsOf(db, scheme.id)).filter(t => t.comparison === 'lt').map(t => t.value), Number.NEGATIVE_INFINITY)
      const rows =
        await db.query<Spread>(sql`select s.class_id::text as key, count(*)::int as students, round(avg(c.balance), 2)::float8 as mean, min(c.balance)::float8 as lowest, max(c.balance)::float8 as highest,
          count(*) filter (where c.balance < ${Number.isFinite(line) ? line : null}::numeric)::int as low
        from (${await conductOf(db, scheme, pupils(db), today())}) c join student s on s.tenant_id = ${db.me.tenantId} and s.id = c.id where s.class_id is not null group by 1 order by 3, 1 limit ${MOST}`)
      return rows.map(row => ({ ...row, key: `${scheme.id} ${row.key}`, scheme: scheme.name, label: names.get(row.key)?.name ?? '—' }))
    }),
  )
  return found.flat()
}
async function gatesOf(db: Db, chosen: Chosen) {
  const term = await termToday(db)
  const [year, passed] = [Number(term?.xn.slice(0, 4)), term?.xqM === '1' ? 0 : 1]
  const schemes = (await schemesInUse(db, 'credit')).filter(s => !chosen || s.id === chosen)
  const found = await Promise.all(
    schemes.map(async scheme => {
      const gate = (await thresholdsOf(db, scheme.id)).find(t => t.action === 'graduationGate')
      if (!gate) return []
      const rows = await db.query<{
        grade: number
        years: number | null
        students: number
        below: number
      }>(sql`select s.grade, max(s.duration)::float8 as years, count(*)::int as students,
          count(*) filter (where c.credits < ${gate.value}::numeric)::int as below
        from (${await creditTotals(db, scheme, pupils(db))}) c join student s on s.tenant_id = ${db.me.tenantId} and s.id = c.id where s.grade is not null group by 1 order by 1`)
      return rows.map(({ grade, years, students, below }) => {
        const termsLeft = term && years ? Math.max(0, Math.round(2 * (grade + years - year)) - passed) : null
        return { key: `${scheme.id} ${grade}`, scheme: scheme.name, grade, termsLeft, students, below, rate: percentOf(below, students) }
      })
    }),
  )
  return found.flat()
}
async function recordersIn({ db }: Pick<Ctx, 'db'>, rows: ReturnType<typeof sql>) {
  const found = await db.query<{
    key: string
    n: number
    mean: number
    off: number
  }>(sql`with x as (select r.recorder_id, abs(r.amount) / 100.0 as points, avg(abs(r.amount) / 100.0) over (partition by r.item_id) as usual from ${rows} r
      where r.recorder_id is not null)
    select recorder_id::text as key, count(*)::int as n, round(avg(points), 2)::float8 as mean, round(avg(points - usual), 2)::float8 as off from x group by 1 having count(*) >= ${OFTEN}
    order by abs(avg(points - usual)) desc, 1 limit 50`)
  const names = await accountNames(
    db,
    found.map(f => f.key),
  )
  return found.map(f => ({ ...f, name: names.get(f.key) ?? '—' }))
}
/** Entries that count and stand. */
export default answerStatistics(pointStatistics, {
  rows: ({ db }, { from, to, schemeId }) => sql`(select e.* from ${db.visible(pointEntry).rows()} e where e.occurred_on between ${from}::date and ${to}::date and e.kind = 'counted'
    and e.reverses_id is null and not exists (select from point_entry x where x.tenant_id = e.tenant_id and x.reverses_id = e.id) ${schemeId ? sql`and e.scheme_id = ${schemeId}` : sql``})`,
  sums: {
    entries: sql`count(*)::int`,
    students: sql`count(distinct student_id)::int`,
    added: sql`coalesce(round(sum(amount) filter (where amount > 0) / 100.0, 2), 0)::float8`,
    deducted: sql`coalesce(round(-sum(amount) filter (where amount < 0) / 100.0, 2), 0)::float8`,
  },
  by: {
    byScheme: entityGroup(sql`scheme_id`, tsScheme),
    byItem: entityGroup(sql`item_id`, tsItem, { most: 40 }),
    byCollege: entityGroup(sql`department_id`, department),
    byMonth: periodGroup(sql`occurred_on`, 'month'),
  },
  async more(ctx, { schemeId }, { rows }) {
    const { db } = ctx
    const schemes = await db.cached(tsScheme)
    const used = new Set((await db.query<{ id: string }>(sql`select distinct r.item_id::text as id from ${rows} r`)).map(r => r.id))
    const unused = [...(await db.cached(tsItem)).values()].flatMap(({ id, code, name, isEnabled, schemeId: of }) => {
      const scheme = schemes.get(of)
      return isEnabled && scheme?.state === 'active' && (!schemeId || of === schemeId) && !used.has(id) ? [{ id, code, name, kind: scheme.kind, scheme: scheme.name }] : []
    })
    return {
      classes: await classesOf(db, schemeId),
      gates: await gatesOf(db, schemeId),
      unused: unused.toSorted((a, b) => a.code.localeCompare(b.code)).slice(0, MOST),
      recorders: await recordersIn(ctx, rows),
    }
  },
})
