import { refusalOf } from '#model'
import { daysBetween } from '#modules/campus/model/days.ts'
import { answerStays, type Plan, planOf, takeBackAnswer } from '#modules/outing/server/api.ts'
import { isMinor } from '#modules/student/model/age.ts'
import { type Asking, handleApplication, refuseWith } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { stayApplication } from '../model/application.ts'
import { holidayStaySubject } from '../model/flow.ts'
import { holidayStay } from '../model/holiday-stay.ts'
import { cardOf } from './approval-card.ts'
import { giveUpBed } from './central-bed.ts'
import { begin, mine } from './my-applications.ts'
import { boardersOf, counsellorsOf, type Resident, selfOf } from './people.ts'
import { copyOf, type Form, type HolidayStay, problemsOf, twiceProblems } from './submit.ts'

interface Staying {
  who: Resident
  plan: Plan
}
async function whoOf(db: Db, { studentId }: Pick<HolidayStay, 'studentId'>): Promise<Resident> {
  const who = (await boardersOf(db, [studentId])).get(studentId)
  if (!who?.userId) throw refusalOf(holidayStay, 'noAccount', { name: who?.name ?? '—' })
  return who
}
/** Refused or withdrawn: removes the holiday answer. */
async function unanswered(db: Db, row: HolidayStay): Promise<void> {
  const who = (await boardersOf(db, [row.studentId])).get(row.studentId)
  await takeBackAnswer(db, row.destinationId, who?.userId ?? null)
}
async function validate({ db }: Pick<Ctx, 'db'>, { who, plan }: Staying, form: Form, { row }: Asking<HolidayStay>) {
  if (!row && plan.stayAllowed && !plan.stayNeedsApproval) return { violations: [{ key: 'plain', values: { name: plan.name } }] }
  return { violations: [...(row ? [] : await twiceProblems(db, plan, who.id)), ...(await problemsOf(db, plan, who, form))] }
}
/** 20-DH1: the application is the answer; the holiday destination is written at once. */
const answered = async (db: Db, { who, plan }: Staying) => (await answerStays(db, plan, [who], { isOwn: true })).get(who.id)

/** Staying over a holiday as a kind of application. */
const stays = handleApplication(holidayStay, stayApplication, {
  subject: holidayStaySubject,
  link: ({ id }) => `/dormitory/holiday/mine?id=${id}`,
  async prepare(ctx, { input, row, lock }): Promise<Staying> {
    const who = await selfOf(ctx, { isLocked: lock })
    if (!who.userId) throw refusalOf(holidayStay, 'noAccount', { name: who.name })
    return { who, plan: await planOf(ctx.db, row?.planId ?? input?.planId ?? '') }
  },
  validate,
  formOf: row => row,
  async draft({ from, to, reason, detail, guardianName, guardianPhone, lodging, commitment }, _valid, of, { ctx, row }) {
    if (row) await answered(ctx.db, of)
    return {
      from,
      to,
      reason,
      detail: detail ?? null,
      guardianName: guardianName ?? null,
      guardianPhone: guardianPhone ?? null,
      lodging: lodging ?? row?.lodging ?? 'ownBed',
      commitment,
    }
  },
  async initial({ db }, of) {
    return { ...copyOf(of.who), planId: of.plan.id, destinationId: (await answered(db, of))?.id ?? '', source: 'apply' as const }
  },
  begin,
  mine,
  card: cardOf,
  async describe(db, row, { name }) {
    const [who, plan] = [await whoOf(db, row), await planOf(db, row.planId)]
    return {
      title: { text: '{name} {plan}留校', values: { name, plan: plan.name } },
      summary: { text: '{from} 至 {to}', values: { from: row.from, to: row.to } },
      facts: { nights: daysBetween(row.from, row.to), isMinor: isMinor(who.birthDate, row.from), lodgingWay: row.lodging },
    }
  },
  /** Approval requires that the counsellor has spoken to the parents. */
  async edited(db, row, patch) {
    const [who, plan] = [await whoOf(db, row), await planOf(db, row.planId)]
    const next = { ...row, ...patch }
    if (patch.guardianAgreed === false) throw refusalOf(holidayStay, isMinor(who.birthDate, next.from) ? 'minor' : 'guardian', { name: who.name }, 'guardianAgreed')
    refuseWith(holidayStay, await problemsOf(db, plan, who, next))
  },
  async approved({ db }, row) {
    const who = await whoOf(db, row)
    if (!row.guardianAgreed) throw refusalOf(holidayStay, isMinor(who.birthDate, row.from) ? 'minor' : 'guardian', { name: who.name }, 'guardianAgreed')
    const duty = (await counsellorsOf(db, row.classId ? [row.classId] : [])).get(row.classId ?? '') ?? null
    await db.update(holidayStay, row.id, { approvedAt: new Date().toISOString(), dutyTeacherId: duty })
  },
  rejected: ({ db }, row) => unanswered(db, row),
  withdrawn: ({ db }, row) => unanswered(db, row),
  async cancelled(ctx, row) {
    await giveUpBed(ctx, row)
    await unanswered(ctx.db, row)
  },
})
export default stays.registrations
