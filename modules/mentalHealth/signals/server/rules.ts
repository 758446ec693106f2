import sql from 'sql-template-tag'
import { type InputOf, refusalOf } from '#model'
import { type Db, handle, seed } from '#server/context.ts'
import { translateIfKnown } from '#server/i18n/translate.ts'
import { isHead } from '../../attention/server/api.ts'
import { attentionRule, DEFAULT_SIGNALS, rulesOf, saveRules, TRIED_DAYS, tryRules } from '../model/attention-rule.ts'
import { mustBeOfCentre } from './centre.ts'
import { settingsOf } from './settings.ts'

type Draft = { ruleId: string; windowDays: number; weight: number; isEnabled: boolean }
const read = handle(rulesOf, async ctx => {
  mustBeOfCentre(ctx, attentionRule)
  const { db, lang } = ctx
  const rules = await db.unscoped(attentionRule).all({}) // the centre reads all
  const order: readonly string[] = DEFAULT_SIGNALS.map(d => d.signal)
  return {
    rules: rules
      .toSorted((a, b) => order.indexOf(a.signal) - order.indexOf(b.signal) || a.signal.localeCompare(b.signal))
      .map(({ id, title, windowDays, weight, isEnabled }) => ({ ruleId: id, title: translateIfKnown(lang, title), windowDays, weight, isEnabled })),
    threshold: (await settingsOf(db)).signalThreshold,
    canEdit: await isHead(db),
  }
})
/** Rules that cover what there is, each once: else somebody has opened the page before a change. */
async function checked(db: Db, given: InputOf<typeof tryRules>['rules']): Promise<Draft[]> {
  const rules = given.flatMap(r => r ?? [])
  const known = (await db.unscoped(attentionRule).all({})).map(r => r.id) // the centre reads all
  if (new Set(rules.map(r => r.ruleId)).size !== rules.length || rules.some(r => !known.includes(r.ruleId)) || rules.length !== known.length)
    throw refusalOf(attentionRule, 'changed', {}, 'rules')
  return rules
}
interface Fired {
  ruleId: string
  facts: number
  students: number
}
/** Facts that happened to somebody, weighed by other rules than they were weighed by, whatever became of them. */
const weighed = (db: Db, rules: readonly Draft[]) => sql`fact as (select g.student_id, g.rule_id, g.occurred_at, w."windowDays" as days, w.weight
    from attention_signal g join jsonb_to_recordset(${JSON.stringify(rules.filter(r => r.isEnabled))}::jsonb) w("ruleId" uuid, "windowDays" int, weight int) on w."ruleId" = g.rule_id
    where g.tenant_id = ${db.me.tenantId} and g.occurred_at > now() - make_interval(days => ${TRIED_DAYS}) and g.state <> 'dismissed')`
/** How many students these rules would have proposed in the last days: on whom the facts came to the threshold at the moment of one of them. */
export async function firedBy(db: Db, rules: readonly Draft[]): Promise<number> {
  const { signalThreshold } = await settingsOf(db)
  const [row] = await db.query<{
    n: number
  }>(sql`with ${weighed(db, rules)}, moment as (select m.student_id, m.occurred_at from (select distinct student_id, occurred_at from fact) m
      join fact f on f.student_id = m.student_id and f.occurred_at <= m.occurred_at and f.occurred_at > m.occurred_at - make_interval(days => f.days)
      group by 1, 2 having sum(f.weight) >= ${signalThreshold})
    select count(distinct student_id)::int as n from moment`)
  return row?.n ?? 0
}
const tried = handle(tryRules, async (ctx, { rules }) => {
  mustBeOfCentre(ctx, attentionRule)
  const { db } = ctx
  const draft = await checked(db, rules)
  const now = (await db.unscoped(attentionRule).all({})).map(({ id, windowDays, weight, isEnabled }) => ({ ruleId: id, windowDays, weight, isEnabled })) // the same
  const counts = await db.query<Fired>(
    sql`with ${weighed(db, draft)} select rule_id as "ruleId", count(*)::int as facts, count(distinct student_id)::int as students from fact group by 1`,
  )
  const of = new Map(counts.map(c => [c.ruleId, c]))
  return {
    students: await firedBy(db, draft),
    now: await firedBy(db, now),
    rules: draft.map(({ ruleId }) => of.get(ruleId) ?? { ruleId, facts: 0, students: 0 }),
  }
})
/** From then on; what was told before keeps its weight. */
const saved = handle(saveRules, async ({ db }, { rules }) => {
  if (!(await isHead(db))) throw refusalOf(attentionRule, 'notHead')
  const draft = await checked(db, rules)
  await db.updateMany(
    attentionRule,
    draft.map(({ ruleId: id, windowDays, weight, isEnabled }) => ({ id, windowDays, weight, isEnabled })),
  )
})
const seeded = seed('mentalHealth.signalRules', db =>
  db
    .insertMany(
      attentionRule,
      DEFAULT_SIGNALS.map(r => ({ ...r, isEnabled: true })),
      { skipExisting: true, history: false },
    )
    .then(() => undefined),
)
export default [read, tried, saved, seeded]
