import sql, { type Sql } from 'sql-template-tag'
import type { Row } from '#model'
import { addDays } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type WarningSource, warningSources } from '#server/extensions/warning-sources.ts'
import { warningRule } from '../model/warning-rule.ts'
import { warningSignal } from '../model/warning-signal.ts'

type Rule = Row<typeof warningRule>
const array = (ids: readonly string[]): Sql => sql`${[...ids]}::uuid[]`
/** 60-EW5: of those who do not study at present nobody asks where they are; of those who have left nothing is asked. */
const asked = (db: Db, ids: readonly string[], { isPresence }: WarningSource): Sql =>
  sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.id = any(${array(ids)}) and s.has_record and s.deleted_at is null ${isPresence ? sql`and s.status = 'active'` : sql``}`
/** Makes the signals of these students equal to what their sources know now: new facts are kept once, what is no fact any more is gone. Runs below the lock of the list. */
export async function refreshSignals(db: Db, ids: readonly string[]): Promise<void> {
  const rules = await db.unscoped(warningRule).all({ isEnabled: true }) // the program's own work
  const sources = new Map(db.registered(warningSources).map(s => [s.code, s]))
  for (const rule of rules) {
    const source = sources.get(rule.source)
    if (source) await refresh(db, ids, rule, source)
  }
}
interface Fact {
  id: string
  at: string
  value: number
  sourceId: string
  link: string
}
async function refresh(db: Db, ids: readonly string[], rule: Rule, source: WarningSource): Promise<void> {
  const from = addDays(today(), -rule.windowDays)
  const found = await source.find(db, asked(db, ids, source), from)
  if (!found) return
  // asked once: what is gone, what has changed and what is new are told by the same answer
  const told = JSON.stringify(await db.query<Fact>(found))
  const facts = sql`jsonb_to_recordset(${told}::jsonb) f(id uuid, at timestamptz, value float8, "sourceId" text, link text)`
  await db.removeWhere(
    warningSignal,
    sql`t.rule_id = ${rule.id} and t.student_id = any(${array(ids)}) and t.occurred_at >= ${schoolInstant(from)}::timestamptz
      and not exists (select from ${facts} where f.id = t.student_id and f."sourceId" = t.source_id)`,
    { history: false },
  )
  // what lasts is of today, as long as it lasts
  await db.updateWhere(
    warningSignal,
    sql`t.rule_id = ${rule.id} and f.id = t.student_id and f."sourceId" = t.source_id and f.at > t.occurred_at`,
    {
      occurredAt: sql`f.at`,
      value: sql`f.value`,
    },
    { from: facts, history: false, bookkeeping: true },
  )
  const made = await db.insertFrom(
    warningSignal,
    {
      ...{ studentId: sql`f.id`, ruleId: sql`${rule.id}::uuid`, occurredAt: sql`least(f.at, now())`, value: sql`f.value`, points: sql`${rule.points}::int` },
      ...{ sourceType: sql`${source.code}::text`, sourceId: sql`f."sourceId"`, link: sql`f.link` },
    },
    sql`${facts} where f.value >= ${rule.least}::float8`,
    { skipExisting: true, history: false, returning: ['studentId', 'occurredAt', 'value'] },
  )
  await db.emitMany(
    'warning.signalRaised',
    made.map(({ id, studentId, occurredAt, value }) => ({ signalId: id, studentId, ruleCode: rule.code, occurredAt, value })),
  )
}
