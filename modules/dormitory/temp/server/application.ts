import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { handleApplication, refuseWith } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { tempApplication } from '../model/application.ts'
import { tempSubject } from '../model/flow.ts'
import { levelOf, stateNow } from '../model/nights.ts'
import { isInTime } from '../model/rules.ts'
import { tempLocation, tempPlaceType } from '../model/temp-location.ts'
import { cardOf } from './approval-card.ts'
import { isAway, tellChanged } from './end-temps.ts'
import { nightsInTerm } from './facts.ts'
import { begin, preview } from './my-applications.ts'
import { settingsOf } from './settings.ts'
import { countOf, draftOf, type Temp, validate, validateForm } from './submit.ts'

/** Time-of-submission rules bind the applicant, not an approver's edit. */
const OF_THE_HOUR = ['late', 'over']

async function describe(db: Db, row: Temp, who: StudentOf) {
  const settings = await settingsOf(db)
  const place = tempPlaceType.items.find(i => i.key === row.placeType)?.value ?? ''
  return {
    title: { text: '{name} 临时外宿 {n} 晚', values: { name: who.name, n: row.nights } },
    summary: [{ text: '{from} 至 {to}', values: { from: schoolTimeText(row.from), to: schoolTimeText(row.to) } }, ...(place ? [{ text: place }] : [])],
    facts: {
      nightCount: row.nights,
      approvalLevel: levelOf(row.nights, settings.tempFdyNights),
      termNights: (await nightsInTerm(db, who.id, row.firstNight, row.id ?? null)) + row.nights,
      isLate: !isInTime(row.firstNight, settings.tempSubmitBefore, row.createdAt ? Date.parse(row.createdAt) : Date.now()),
    },
  }
}
/** Nights elsewhere as a kind of application: its rules, and the effects of each decision. */
export const temps = handleApplication(tempLocation, tempApplication, {
  subject: tempSubject,
  link: ({ id }) => `/dormitory/temp/mine?id=${id}`,
  copyPage: '/dormitory/temp/apply',
  validate: validateForm,
  formOf: row => row,
  draft: draftOf,
  begin,
  preview,
  verbs: row => (isAway(row) ? ['back'] : []),
  cancelProblem: row => (isAway(row) ? refusalOf(tempApplication.cancel, 'begun', { from: schoolTimeText(row.from) }) : undefined),
  card: cardOf,
  describe,
  /** An approver's edit is validated like the original. */
  async edited(db, row, patch) {
    const judged = await validate(db, row.studentId, { ...row, ...patch }, row.id)
    refuseWith(
      tempLocation,
      judged.violations.filter(v => !OF_THE_HOUR.includes(v.key)),
    )
    Object.assign(patch, countOf(judged))
  },
  async approved({ db }, row) {
    const state = stateNow(row, Date.now())
    const ended = state === 'closed' ? { backAt: row.to, actualNights: row.nights } : {}
    await tellChanged(db, [await db.update(tempLocation, row.id, { approvedAt: new Date().toISOString(), state, ...ended })])
  },
  async cancelled({ db }, row) {
    if (row.approvedAt) await tellChanged(db, [{ ...row, state: 'cancelled' }])
  },
})
export default temps.registrations
