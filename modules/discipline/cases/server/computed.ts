import sql from 'sql-template-tag'
import { daysBetween } from '#modules/campus/model/days.ts'
import { studentNumbers } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db } from '#server/context.ts'
import { disciplineCase } from '../model/case.ts'
import { punishment, punishmentStates } from '../model/punishment.ts'
import { violationRule } from '../model/violation-rule.ts'
import { type Case, given } from './rows.ts'
import { settingsOf } from './settings.ts'

const left = (due: string | null): number | null => (due && due >= today() ? daysBetween(today(), due) : null)
/** The articles that these cases rest on, as a decision names them. */
async function articlesOf(db: Db, cases: readonly Case[]): Promise<(of: Case | undefined) => string | null> {
  const rules = await db.unscoped(violationRule).all({ id: [...new Set(cases.flatMap(c => given(c.ruleIds)))] }, { sort: ['code'] }) // the regulation is public
  return of => rules.flatMap(r => (of?.ruleIds.includes(r.id) ? `${r.article}“${r.title}”` : [])).join('、') || null
}
const ofPunishment = compute(punishment, ['caseNo', 'category', 'articles', 'daysLeft', 'appealDays', 'appealTo'], async ({ db }, rows) => {
  const set = await settingsOf(db)
  const found = await db.unscoped(disciplineCase).all({ id: [...new Set(rows.map(r => String(r.caseId)))] }) // numbers, days and articles only
  const [cases, articles] = [new Map(found.map(c => [c.id, c])), await articlesOf(db, found)]
  for (const row of rows) {
    const of = cases.get(String(row.caseId))
    const appealDays = of?.terms?.appealDays ?? set['clock.appealDays']
    Object.assign(row, { caseNo: of?.caseNo ?? null, category: of?.category ?? null, articles: articles(of) })
    Object.assign(row, { daysLeft: left(row.dueOn as string | null), appealDays, appealTo: set.appealTo })
  }
})
interface Stage {
  id: string
  parties: string
  state: keyof typeof punishmentStates.labels | null
  due: string | null
}
/** Who takes part, the party that is behind the others, and the clock that ends first. */
const ofCase = compute(disciplineCase, ['parties', 'stage', 'nextDue', 'daysLeft'], async ({ db }, rows) => {
  const order = Object.keys(punishmentStates.labels)
  const found = await db.query<Stage>(sql`select p.case_id as id, string_agg(s.name, '、' order by p.created_at, p.id) as parties,
      (array_agg(p.state order by array_position(${order}::text[], p.state)))[1] as state, min(p.due_on) filter (where p.due_on >= ${today()}::date)::text as due
    from punishment p join student s on s.tenant_id = p.tenant_id and s.id = p.student_id
    where p.tenant_id = ${db.me.tenantId} and p.state <> 'changed' and p.case_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const of = new Map(found.map(f => [f.id, f]))
  for (const row of rows) {
    const one = of.get(String(row.id))
    Object.assign(row, {
      parties: one?.parties.slice(0, 300) ?? null,
      stage: one?.state ? punishmentStates.labels[one.state] : null,
      nextDue: one?.due ?? null,
      daysLeft: left(one?.due ?? null),
    })
  }
})
export default [ofPunishment, ofCase, ...studentNumbers(punishment)]
