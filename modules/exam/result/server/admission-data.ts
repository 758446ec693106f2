import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import type { ApplicationState } from '../../entry/model/application.ts'
import { examPlan } from '../../entry/model/plan.ts'
import { examFormula } from '../model/formula.ts'
import { examLine } from '../model/line.ts'
import type { Line } from './lines-of.ts'
import type { SubjectScore } from './total.ts'
import type { AdmissionData, AdmissionParams, PersonIn } from './wishes.ts'

export interface Person extends PersonIn {
  name: string
  total: number | null
}
interface Found {
  id: string
  ksh: string
  name: string
  category: string | null
  choices: string[]
  obeysAdjust: boolean
  exempt: PersonIn['exempt']
  precedence: number | null
  total: number | null
  scores: Record<string, SubjectScore> | null
}
/** All that decides an admission in a batch whose scores are published, among registrations in these states. */
export async function admissionData(
  db: Db,
  batchId: string,
  params: AdmissionParams,
  states: readonly ApplicationState[] = ['scored'],
): Promise<Omit<AdmissionData, 'people' | 'lines'> & { people: Person[]; lines: Line[] }> {
  const { tenantId } = db.me
  const found = await db.query<Found>(sql`select a.id, a.ksh, a.name, a.category, a.choices, a.obey_adjust as "obeysAdjust", a.precedence, a.total,
      case when a.exempt_state = 'granted' then a.exempt else 'none' end as exempt, s.scores
    from exam_application a left join lateral (select jsonb_object_agg(s.subject, jsonb_build_object('value', s.value, 'flag', s.flag)) as scores
      from exam_score s where s.tenant_id = a.tenant_id and s.application_id = a.id) s on true
    where a.tenant_id = ${tenantId} and a.batch_id = ${batchId}::uuid and a.state = any(${[...states]}::text[])`)
  const plans = await db.unscoped(examPlan).all({ batchId }) // published plans
  const formula = await db.unscoped(examFormula).all({ batchId }) // rules of the batch
  const lines: Array<Row<typeof examLine>> = await db.unscoped(examLine).all({ batchId }, { sort: ['id'] }) // lines of the batch
  return {
    people: found.map(({ scores, category, ...p }) => ({ ...p, category: category ?? '', scores: new Map(Object.entries(scores ?? {})) })),
    plans: plans.map(({ id, code, subjects, quotas }) => ({
      ...{ id, code, subjects: subjects.flatMap(s => s ?? []) },
      quotas: quotas.flatMap(q => (q?.category ? [{ category: q.category, places: q.places }] : [])),
    })),
    formula: new Map(formula.map(f => [f.subject ?? '', f])),
    lines: lines.map(({ category, planId, subject, isProvince, min }) => ({ category, planId, subject, isProvince, min })),
    params,
  }
}
