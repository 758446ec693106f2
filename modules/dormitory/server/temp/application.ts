import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { application } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { tempSubject } from '../../model/temp/flow.ts'
import { levelOf, stateNow } from '../../model/temp/nights.ts'
import { isInTime } from '../../model/temp/rules.ts'
import { tempLocation, tempPlaceType } from '../../model/temp/temp-location.ts'
import { tellChanged } from './end-temps.ts'
import { nightsInTerm } from './facts.ts'
import { settingsOf } from './settings.ts'
import { countOf, refuseWith, type Temp, validate } from './submit.ts'

async function applicantOf(db: Db, { studentId }: Pick<Temp, 'studentId'>): Promise<StudentOf & { userId: string }> {
  const who = await studentOf(db, studentId)
  if (!who?.userId) throw refusalOf(tempLocation, 'noAccount', { name: who?.name ?? '—' })
  return { ...who, userId: who.userId }
}
const linkOf = ({ id }: Pick<Temp, 'id'>): string => `/dormitory/temp/mine?id=${id}`
/** Time-of-submission rules bind the applicant, not an approver's edit. */
const OF_THE_HOUR = ['late', 'over']

/** Nights elsewhere as a kind of application: facts for its flow's conditions, and the effects of each decision. */
export default application<typeof tempLocation>(tempSubject, {
  async describe(db, row) {
    const who = await applicantOf(db, row)
    const settings = await settingsOf(db)
    const place = tempPlaceType.items.find(i => i.key === row.placeType)?.value ?? ''
    return {
      applicantId: who.userId,
      studentId: who.id,
      title: { text: '{name} 临时外宿 {n} 晚', values: { name: who.name, n: row.nights } },
      summary: [{ text: '{from} 至 {to}', values: { from: schoolTimeText(row.from), to: schoolTimeText(row.to) } }, ...(place ? [{ text: place }] : [])],
      facts: {
        nightCount: row.nights,
        approvalLevel: levelOf(row.nights, settings.tempFdyNights),
        termNights: (await nightsInTerm(db, who.id, row.firstNight, row.id ?? null)) + row.nights,
        isLate: !isInTime(row.firstNight, settings.tempSubmitBefore, row.createdAt ? Date.parse(row.createdAt) : Date.now()),
      },
    }
  },
  link: linkOf,
  mobileLink: linkOf,
  /** An approver's edit is validated like the original. */
  async edited(db, row, patch) {
    const judged = await validate(db, row.studentId, { ...row, ...patch }, row.id)
    refuseWith(judged.problems.filter(p => !OF_THE_HOUR.includes(p.key)))
    Object.assign(patch, countOf(judged))
  },
  async onApproved({ db }, row) {
    const state = stateNow(row, Date.now())
    const ended = state === 'closed' ? { backAt: row.to, actualNights: row.nights } : {}
    await tellChanged(db, [await db.update(tempLocation, row.id, { approvedAt: new Date().toISOString(), state, ...ended })])
  },
  async onCancelled({ db }, row) {
    if (row.approvedAt) await tellChanged(db, [{ ...row, state: 'cancelled' }])
  },
})
