import { refusalOf } from '#model'
import { ownStudentId, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { leagueFee, UNPAID } from '../model/fee.ts'
import { chargeMonths, payAhead, payVoluntarily } from '../model/fee-actions.ts'
import { liableFor, without } from '../model/liability.ts'
import { leagueMember } from '../model/member.ts'
import { monthAfter, monthOf, monthsIn, type Span, spanText } from '../model/months.ts'
import { leagueFeePlan } from '../model/plan.ts'
import { chargedSpans, chargeFees, type Fee } from './charges.ts'
import type { Member } from './members.ts'
import { settingsOf } from './settings.ts'
import { standardsOf } from './standards.ts'

/** The caller's membership, locked: whoever charges months of it waits for another. */
async function ownMember(db: Db, studentId: string): Promise<Member> {
  const found = await db.unscoped(leagueMember).find({ studentId, state: 'active' }) // the caller's own
  if (!found) throw refusalOf(leagueFee, 'noMember')
  return db.unscoped(leagueMember).lock(found.id) // as above
}
const nameOf = async (db: Db, { studentId }: Member): Promise<string> => (await studentsOf(db, [studentId])).get(studentId)?.name ?? ''
/** The plan whose account and standards hold now; what is paid besides is handed up with it. */
const latestPlan = async (db: Db) => (await db.unscoped(leagueFeePlan).all({ state: ['published', 'closed'] }, { sort: ['-fromMonth'], limit: 1 }))[0] // its standards are published
/** 40-G4: charges months of one member, which are near enough, owed, and not charged yet. */
async function charge(db: Db, member: Member, span: Span, kind: 'ahead' | 'back'): Promise<Fee[]> {
  const { aheadMonths: most } = await settingsOf(db)
  const now = monthOf(today())
  if (span.from < monthAfter(now, -most) || span.to > monthAfter(now, most)) throw refusalOf(leagueFee, 'tooMany', { most, span: spanText(span) })
  const liable = liableFor(member, span)
  if (typeof liable === 'string') throw refusalOf(leagueFee, 'notLiable', { name: await nameOf(db, member), span: spanText(span) })
  const gaps = without(liable, (await chargedSpans(db, [member.id])).get(member.id) ?? [])
  if (!gaps.length) throw refusalOf(leagueFee, 'chargedAlready', { span: spanText(span) })
  const plan = await latestPlan(db)
  if (!plan) throw refusalOf(leagueFee, 'notPlanned')
  const { id: memberId, studentId, branchId } = member
  const common = { planId: plan.id, memberId, studentId, branchId, kind, dueDate: today() }
  const drafts = []
  for (const { from, to } of gaps) {
    const monthly = (await standardsOf(db, from, plan.standards)).get(member.feeClass) ?? 0 // a figure in force then; kept in memory
    const months = monthsIn({ from, to })
    drafts.push({ ...common, id: uuidv7(), fromMonth: from, toMonth: to, months, monthly, amount: months * monthly })
  }
  await db.insertMany(leagueFee, drafts)
  const fees = await db.unscoped(leagueFee).all({ id: drafts.map(d => d.id) }, { sort: ['fromMonth'] }) // just written
  await chargeFees(db, fees)
  return fees
}
const ahead = handle(payAhead, async ({ db, me }, { months }) => {
  const member = await ownMember(db, ownStudentId(me))
  const charged = (await chargedSpans(db, [member.id])).get(member.id) ?? []
  const last = charged
    .map(s => s.to)
    .sort()
    .at(-1)
  const now = monthOf(today())
  const from = last && last >= now ? monthAfter(last, 1) : now
  const [fee] = await charge(db, member, { from, to: monthAfter(from, months - 1) }, 'ahead')
  return { id: fee?.id ?? '' }
})
const back = handle(chargeMonths, async ({ db }, { id, from, to }) => {
  const member = await db.visible(leagueMember).lock(id, 'charge')
  const fees = await charge(db, member, { from: monthOf(from), to: monthOf(to) }, 'back')
  return { months: fees.reduce((sum, f) => sum + f.months, 0), amount: fees.reduce((sum, f) => sum + f.amount, 0) }
})
/** 40-G2, G4: an amount beyond what is owed, open to party members, too. One that was not paid is changed, not doubled. */
const volunteer = handle(payVoluntarily, async ({ db, me }, { amount }) => {
  const { id: memberId, studentId, branchId } = await ownMember(db, ownStudentId(me))
  const open = await db.unscoped(leagueFee).find({ memberId, kind: 'voluntary', state: UNPAID }) // the caller's own
  const month = monthOf(today())
  const plan = await latestPlan(db)
  const draft = { planId: plan?.id ?? null, memberId, studentId, branchId, kind: 'voluntary', fromMonth: month, toMonth: month, amount, dueDate: today() } as const
  const fee = open ? await db.update(leagueFee, open.id, { amount, dueDate: today() }) : await db.insert(leagueFee, draft)
  await chargeFees(db, [fee])
  return { id: fee.id }
})
export default [ahead, back, volunteer]
