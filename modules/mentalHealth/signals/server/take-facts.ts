import sql, { empty, type Sql } from 'sql-template-tag'
import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { ATTENTION_MESSAGES } from '../../attention/model/messages.ts'
import { proposeCases } from '../../attention/server/api.ts'
import { INNER_SIGNALS, type Signal } from '../model/attention-rule.ts'
import { attentionSignal } from '../model/attention-signal.ts'
import { settingsOf } from './settings.ts'

/** One thing that happened to a student; known by its source, so that it counts once however often it is told. */
export interface Fact {
  studentId: string
  signal: Signal | string
  occurredAt: string
  value: number
  sourceId: string
}
const LINK = '/mentalHealth/signals'
export const INNER = [...INNER_SIGNALS] as string[]
/** A signal that adds up: neither settled as none nor of a case, told while its rule was on, and not older than the rule looks back. */
const counting = (g: Sql): Sql => sql`${g}.case_id is null and ${g}.state <> 'dismissed' and ${g}.weight > 0 and ${g}.occurred_at > now() - make_interval(days => r.window_days)`
/** These students are locked first: of two facts at once the later one sees both. Signals of a case that has not ended belong to it, the others add up. */
export async function takeFacts(db: Db, facts: readonly Fact[]): Promise<number> {
  if (!facts.length) return 0
  const { tenantId } = db.me
  const students = await studentsOf(
    db,
    facts.map(f => f.studentId),
    { lock: true },
  )
  const known = facts.filter(f => students.has(f.studentId))
  const made = await db.insertFrom(
    attentionSignal,
    {
      ...{ studentId: sql`f."studentId"`, ruleId: sql`r.id`, occurredAt: sql`least(f."occurredAt", now())`, value: sql`f.value`, sourceId: sql`f."sourceId"` },
      ...{ weight: sql`case when r.is_enabled then r.weight else 0 end`, caseId: sql`c.id` },
    },
    sql`jsonb_to_recordset(${JSON.stringify(known)}::jsonb) f("studentId" uuid, signal text, "occurredAt" timestamptz, value float8, "sourceId" text)
      join attention_rule r on r.tenant_id = ${tenantId} and r.signal = f.signal
      left join attention_case c on c.tenant_id = r.tenant_id and c.student_id = f."studentId" and c.state <> 'closed' and r.is_enabled`,
    { skipExisting: true, history: false, returning: ['studentId', 'caseId'] },
  )
  await tellOwners(
    db,
    made.flatMap(m => m.caseId ?? []),
  )
  await addUp(
    db,
    made.filter(m => !m.caseId).map(m => m.studentId),
  )
  return made.length
}
/** Whoever follows a case learns that something has happened, in neutral words. */
async function tellOwners(db: Db, caseIds: readonly string[]): Promise<void> {
  if (!caseIds.length) return
  const cases = await db.query<{ id: string; ownerId: string | null }>(
    sql`select id, owner_id as "ownerId" from attention_case where tenant_id = ${db.me.tenantId} and id = any(${[...new Set(caseIds)]}::uuid[]) order by id`,
  )
  await notifyEach(
    db,
    ATTENTION_MESSAGES.assigned,
    cases.map(c => ({ to: [c.ownerId ?? []].flat(), bizType: attentionSignal.name, bizId: c.id, link: LINK, mobileLink: LINK })),
  )
}
interface Sum {
  studentId: string
  isInner: boolean
  titles: string[]
}
/** Whose signals have come to the threshold without a case; of all students, or of these. One statement for any number. */
async function sums(db: Db, studentIds: readonly string[] | undefined): Promise<Sum[]> {
  const { signalThreshold } = await settingsOf(db)
  return db.query<Sum>(sql`select g.student_id as "studentId", bool_or(r.signal = any(${INNER}::text[])) as "isInner",
      coalesce(array_agg(distinct r.title) filter (where r.signal <> all(${INNER}::text[])), '{}') as titles
    from attention_signal g join attention_rule r on r.tenant_id = g.tenant_id and r.id = g.rule_id
      join student s on s.tenant_id = g.tenant_id and s.id = g.student_id and s.has_record and s.deleted_at is null
    where g.tenant_id = ${db.me.tenantId} and ${counting(sql`g`)} ${studentIds ? sql`and g.student_id = any(${[...new Set(studentIds)]}::uuid[])` : empty}
      and not exists (select from attention_case c where c.tenant_id = g.tenant_id and c.student_id = g.student_id and c.state <> 'closed')
    group by 1 having sum(g.weight) >= ${signalThreshold} order by 1`)
}
/**
 * 50-MH3: what has added up proposes a case and opens none. Where the centre's own signals take part the proposal is the centre's alone until it is confirmed; of facts that college and
 * counsellor know they decide themselves. Returns how many were proposed.
 */
export async function addUp(db: Db, studentIds?: readonly string[]): Promise<number> {
  if (studentIds && !studentIds.length) return 0
  const crossing = await sums(db, studentIds)
  const at = new Date().toISOString()
  await proposeCases(
    db,
    crossing.map(({ studentId, isInner, titles }) => ({
      ...{ studentId, source: 'signal' as const, ref: null, level: isInner ? ('2' as const) : ('3' as const), at },
      ...(titles.length && { why: titles.join('、') }),
    })),
  )
  await attach(db, studentIds)
  return crossing.length
}
/** Signals that add up belong to the case of their student, as soon as there is one. */
export const attach = (db: Db, studentIds?: readonly string[]) =>
  db.updateWhere(
    attentionSignal,
    sql`r.tenant_id = t.tenant_id and r.id = t.rule_id and c.tenant_id = t.tenant_id and c.student_id = t.student_id and c.state <> 'closed' and ${counting(sql`t`)}
      ${studentIds ? sql`and t.student_id = any(${[...new Set(studentIds)]}::uuid[])` : empty}`,
    { caseId: sql`c.id` },
    { from: sql`attention_rule r, attention_case c`, history: false, bookkeeping: true },
  )
