import sql from 'sql-template-tag'
import { type Issue, refusalOf } from '#model'
import type { StudentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { overlap, type Span } from '../model/period.ts'
import { type BedOf, problemsOf } from '../model/rules.ts'
import { dormStay } from '../model/stay.ts'

export interface Other {
  id: string
  studentId: string
  name: string
  bedId: string
  bed: string
  kind: string
  state: string
  plannedIn: string
  plannedOut: string | null
  checkedInOn: string | null
}
const issue = (rule: string, values: Record<string, unknown>, field: string): Issue => refusalOf(dormStay, rule as 'taken', values, field).issues[0] as Issue
/** Violations of the bed itself for this student. */
export const bedIssues = (who: StudentOf, bed: BedOf): Issue[] => problemsOf(who, bed).map(p => issue(p.rule, p.values, p.field))
/** Violations of the dates: order, and overlaps with open stays of bed and student. */
export function periodIssues(who: StudentOf, bed: BedOf, draft: Span & { kind: string }, others: readonly Other[]): Issue[] {
  const found: Issue[] = []
  if (draft.plannedOut && draft.plannedOut <= draft.plannedIn) found.push(issue('order', { plannedOut: draft.plannedOut, plannedIn: draft.plannedIn }, 'plannedOut'))
  else if (draft.plannedOut && draft.plannedOut <= today()) found.push(issue('past', { plannedOut: draft.plannedOut }, 'plannedOut'))
  const isTemporary = draft.kind === 'temporary'
  const taken = others.find(o => o.bedId === bed.id && (o.kind === 'temporary') === isTemporary && overlap(o, draft))
  if (taken && taken.studentId !== who.id) found.push(issue('taken', { bed: bed.fullName, from: taken.plannedIn, holder: taken.name }, 'bedId'))
  const own = others.find(o => o.studentId === who.id && o.kind === draft.kind && overlap(o, draft))
  if (own) found.push(issue('twice', { name: who.name, from: own.plannedIn, bed: own.bed }, 'studentNo'))
  return found
}
/** Open stays of these beds and students. */
export const openNear = (db: Db, wanted: ReadonlyArray<{ studentId: string; bedId: string }>): Promise<Other[]> =>
  db.query<Other>(sql`select s.id, s.student_id as "studentId", s.name, s.bed_id as "bedId", b.full_name as bed, s.kind, s.state, s.planned_in::text as "plannedIn", s.planned_out::text as "plannedOut",
      ((s.check_in_at at time zone 'Asia/Shanghai')::date)::text as "checkedInOn"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id
    where s.tenant_id = ${db.me.tenantId} and s.is_open and (s.bed_id = any(${wanted.map(w => w.bedId)}::uuid[]) or s.student_id = any(${wanted.map(w => w.studentId)}::uuid[]))`)
