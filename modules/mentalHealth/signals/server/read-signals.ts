import sql, { type Sql } from 'sql-template-tag'
import { mustAllow } from '#model'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { notFound } from '#server/data/rows.ts'
import { translateIfKnown } from '#server/i18n/translate.ts'
import { audit } from '#server/records/verbs.ts'
import { isPsychologist, layersOf } from '../../attention/server/api.ts'
import { attentionSignal, dismissSignal, findSignals, handleSignal, type SIGNAL_VIEWS, type signalStates } from '../model/attention-signal.ts'
import { INNER } from './take-facts.ts'

const VIEWS: Record<keyof typeof SIGNAL_VIEWS, Sql> = {
  new: sql`g.state = 'new'`,
  inCase: sql`g.case_id is not null`,
  settled: sql`g.state <> 'new'`,
  all: sql`true`,
}
/**
 * Signals the caller may read, with rule and student. Of nobody's case: the centre. Of a case: whoever has layer ML1 of it or above; that somebody was screened or asked for help stays
 * with the team, and with the centre as long as the case waits for it. For everybody else there are none.
 */
async function readable(db: Db): Promise<Sql> {
  const centre = sql`${isPsychologist(db)}::boolean`
  return sql`attention_signal g join attention_rule r on r.tenant_id = g.tenant_id and r.id = g.rule_id
    join student s on s.tenant_id = g.tenant_id and s.id = g.student_id and s.deleted_at is null left join ${await layersOf(db)} x on x.id = g.case_id
    where g.tenant_id = ${db.me.tenantId} and g.weight > 0 and case when g.case_id is null then ${centre} else x.layer = 2 or x.layer = 1 and (${centre} or r.signal <> all(${INNER}::text[])) end`
}
interface Line {
  id: string
  name: string
  studentNo: string | null
  className: string | null
  title: string
  occurredAt: string
  value: number
  weight: number
  isInCase: boolean
  handledById: string | null
  state: keyof typeof signalStates.labels
}
const find = handle(findSignals, async (ctx, { view, current, size }) => {
  const { db, lang } = ctx
  const page = askedPage({ current, size })
  const from = sql`${await readable(db)} and ${VIEWS[view ?? 'new']}`
  const [counted] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${from}`)
  const rows =
    await db.query<Line>(sql`select l.id, l.name, l."studentNo", c.name as "className", l.title, l."occurredAt", l.value, l.weight, l."isInCase", l."handledById", l.state from (select g.id, s.name, s.student_no as "studentNo", s.class_id, r.title, g.occurred_at as "occurredAt", g.value::float8 as value, g.weight,
      g.case_id is not null as "isInCase", g.handled_by_id as "handledById", g.state from ${from} order by g.occurred_at desc, g.id ${page.limit}) l
    left join stu_class c on c.tenant_id = ${db.me.tenantId} and c.id = l.class_id order by l."occurredAt" desc, l.id`)
  const kept = await db.unscoped(attentionSignal).all({ id: rows.map(r => r.id) }) // those above
  const reasons = new Map(kept.map(k => [k.id, k.reason]))
  const nameOf = await accountNamer(
    db,
    rows.map(r => r.handledById),
  )
  // 50-MH6; the entry names no student, since others read the audit log
  if (rows.length) await audit(ctx, 'reveal', attentionSignal.name, null, { count: rows.length })
  return {
    result: rows.map(({ handledById, title, ...row }) => ({
      ...row,
      title: translateIfKnown(lang, title),
      by: handledById && nameOf(handledById),
      reason: translateIfKnown(lang, reasons.get(row.id) ?? '') || null,
    })),
    page: page.head(counted?.n ?? 0),
  }
})
/** A signal the caller may read, locked; of two who settle it the second finds it settled. */
async function lockedSignal(db: Db, id: string, verb: 'handle' | 'dismiss'): Promise<void> {
  const [seen] = await db.query<{ id: string }>(sql`select g.id from ${await readable(db)} and g.id = ${id}`)
  if (!seen) throw notFound()
  mustAllow(attentionSignal, await db.unscoped(attentionSignal).lock(id), verb) // the caller may read it
}
const settle = (db: Db, id: string, patch: { state: 'handled' | 'dismissed'; reason?: string }) =>
  db.updateWhere(attentionSignal, { id }, { ...patch, handledById: db.me.userId, handledAt: new Date().toISOString() }, { history: false })
const handled = handle(handleSignal, async ({ db }, { id }) => {
  await lockedSignal(db, id, 'handle')
  await settle(db, id, { state: 'handled' })
})
const dismissed = handle(dismissSignal, async ({ db }, { id, reason }) => {
  await lockedSignal(db, id, 'dismiss')
  await settle(db, id, { state: 'dismissed', reason: reason.trim() })
})
export default [find, handled, dismissed]
