import sql from 'sql-template-tag'
import type { OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { ok } from '#testing/answers.ts'
import type { Actor, School } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { attentionCase } from '../attention/model/attention-case.ts'
import type { findSignals } from './model/attention-signal.ts'

export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()
/** What early warning tells of a fact. */
export const raised = (studentId: string, ruleCode: string, days = 1, signalId = `e${serial('signal')}`) => ({ signalId, studentId, ruleCode, occurredAt: daysAgo(days), value: 1 })
/** Told by the product's own event, and heard. */
export async function tell(s: School, ...payloads: ReadonlyArray<ReturnType<typeof raised>>): Promise<void> {
  await s.db.emitMany('warning.signalRaised', payloads)
  await s.server.settle()
}
export const kept = (s: School, studentId: string) =>
  s.db.query<{
    signal: string
    weight: number
    caseId: string | null
    state: string
    value: number
  }>(sql`select r.signal, g.weight, g.case_id as "caseId", g.state, g.value::float8 as value
    from attention_signal g join attention_rule r on r.tenant_id = g.tenant_id and r.id = g.rule_id where g.tenant_id = ${s.tenantId} and g.student_id = ${studentId} order by g.occurred_at, g.id`)
export const casesOf = (s: School, studentId: string) => s.db.unscoped(attentionCase).all({ studentId }, { sort: ['-createdAt'] })
export const signalsFor = async (who: Actor, query: Record<string, unknown> = { view: 'all' }) =>
  ok(await who.get<OutputOf<typeof findSignals>>('mentalHealth/attentionSignal/find', query)).result.flatMap(r => r ?? [])
