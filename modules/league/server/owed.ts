import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type Ground, type Liable, liableFor, without } from '../model/liability.ts'
import { leagueFeeClass } from '../model/member.ts'
import { monthAfter, monthOf, monthsIn } from '../model/months.ts'
import { chargedSpans } from './charges.ts'
import type { Plan } from './plans.ts'

export interface PlanMember extends Liable {
  id: string
  studentId: string
  branchId: string
  feeClass: string
}
/** What a member owes of a plan's months: one row, or more where some in between are charged already. */
export interface Owed {
  memberId: string
  studentId: string
  branchId: string
  fromMonth: string
  toMonth: string
  months: number
  monthly: number
  amount: number
}
export interface Exempt {
  memberId: string
  studentId: string
  branchId: string
  ground: Ground
}
/** Members who were in the league during a plan, with or without an account; with `most`, the next that have no fee of it yet. */
export function membersOf(db: Db, plan: Pick<Plan, 'id' | 'fromMonth'>, most?: number): Promise<PlanMember[]> {
  const left = most ? sql`and not exists (select from league_fee f where f.tenant_id = m.tenant_id and f.plan_id = ${plan.id} and f.kind = 'plan' and f.member_id = m.id)` : sql``
  return db.query<PlanMember>(sql`select m.id, m.student_id as "studentId", m.branch_id as "branchId", m.joined_on::text as "joinedOn", m.party_stage as "partyStage",
      m.party_from::text as "partyFrom", m.left_on::text as "leftOn", m.fee_class as "feeClass" from league_member m
    where m.tenant_id = ${db.me.tenantId} and (m.left_on is null or m.left_on >= ${monthOf(plan.fromMonth)}::date) ${left} order by m.id limit ${most ?? 1_000_000}`)
}
/** 40-G1 to G4: what members owe of a plan, who is exempt and why, and the classes without a standard. */
export async function owedBy(db: Db, plan: Pick<Plan, 'fromMonth' | 'months'>, members: readonly PlanMember[], standards: ReadonlyMap<string, number>) {
  const from = monthOf(plan.fromMonth)
  const span = { from, to: monthAfter(from, plan.months - 1) }
  const charged = await chargedSpans(
    db,
    members.map(m => m.id),
  )
  const [owed, exempt, missing]: [Owed[], Exempt[], Set<string>] = [[], [], new Set()]
  for (const member of members) {
    const who = { memberId: member.id, studentId: member.studentId, branchId: member.branchId }
    const liable = liableFor(member, span)
    const gaps = typeof liable === 'string' ? [] : without(liable, charged.get(member.id) ?? [])
    const monthly = standards.get(member.feeClass)
    if (!gaps.length) exempt.push({ ...who, ground: typeof liable === 'string' ? liable : 'charged' })
    else if (monthly === undefined) missing.add(leagueFeeClass.items.find(i => i.key === member.feeClass)?.value ?? member.feeClass)
    else owed.push(...gaps.map(gap => ({ ...who, fromMonth: gap.from, toMonth: gap.to, months: monthsIn(gap), monthly, amount: monthsIn(gap) * monthly })))
  }
  const classes = new Map(members.map(m => [m.id, m.feeClass]))
  return { owed, exempt, missing: [...missing], classOf: (memberId: string): string => classes.get(memberId) ?? '' }
}
