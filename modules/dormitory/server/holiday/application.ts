import { refusalOf } from '#model'
import { daysBetween } from '#modules/campus/model/days.ts'
import { planOf, takeBackAnswer } from '#modules/outing/server/api.ts'
import { application } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { holidayStaySubject } from '../../model/holiday/flow.ts'
import { holidayStay } from '../../model/holiday/holiday-stay.ts'
import { isMinor } from '../../model/holiday/rules.ts'
import { giveUpBed } from './central-bed.ts'
import { boardersOf, counsellorsOf, type Resident } from './people.ts'
import { type HolidayStay, problemsOf, refuseWith } from './submit.ts'

async function whoOf(db: Db, { studentId }: Pick<HolidayStay, 'studentId'>): Promise<Resident & { userId: string }> {
  const who = (await boardersOf(db, [studentId])).get(studentId)
  if (!who?.userId) throw refusalOf(holidayStay, 'noAccount', { name: who?.name ?? '—' })
  return { ...who, userId: who.userId }
}
const linkOf = ({ id }: Pick<HolidayStay, 'id'>): string => `/dormitory/holiday/mine?id=${id}`
/** Refused or withdrawn: removes the holiday answer. */
async function unanswered(db: Db, row: HolidayStay): Promise<void> {
  const who = (await boardersOf(db, [row.studentId])).get(row.studentId)
  await takeBackAnswer(db, row.destinationId, who?.userId ?? null)
}
/** Staying over a holiday as a kind of application. */
export default application<typeof holidayStay>(holidayStaySubject, {
  async describe(db, row) {
    const [who, plan] = [await whoOf(db, row), await planOf(db, row.planId)]
    return {
      applicantId: who.userId,
      studentId: who.id,
      title: { text: '{name} {plan}留校', values: { name: who.name, plan: plan.name } },
      summary: { text: '{from} 至 {to}', values: { from: row.from, to: row.to } },
      facts: { nights: daysBetween(row.from, row.to), isMinor: isMinor(who.birthDate, row.from), lodgingWay: row.lodging },
    }
  },
  link: linkOf,
  mobileLink: linkOf,
  /** Approval requires that the counsellor has spoken to the parents. */
  async edited(db, row, patch) {
    const [who, plan] = [await whoOf(db, row), await planOf(db, row.planId)]
    const next = { ...row, ...patch }
    if (patch.guardianAgreed === false) throw refusalOf(holidayStay, isMinor(who.birthDate, next.from) ? 'minor' : 'guardian', { name: who.name }, 'guardianAgreed')
    refuseWith(await problemsOf(db, plan, who, next))
  },
  async onApproved({ db }, row) {
    const who = await whoOf(db, row)
    if (!row.guardianAgreed) throw refusalOf(holidayStay, isMinor(who.birthDate, row.from) ? 'minor' : 'guardian', { name: who.name }, 'guardianAgreed')
    const duty = (await counsellorsOf(db, row.classId ? [row.classId] : [])).get(row.classId ?? '') ?? null
    await db.update(holidayStay, row.id, { approvedAt: new Date().toISOString(), dutyTeacherId: duty })
  },
  onRejected: ({ db }, row) => unanswered(db, row),
  onWithdrawn: ({ db }, row) => unanswered(db, row),
  async onCancelled(ctx, row) {
    await giveUpBed(ctx, row)
    await unanswered(ctx.db, row)
  },
})
