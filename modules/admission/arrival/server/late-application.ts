import type { InputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { settingsReader } from '#server/params/settings.ts'
import { admittedStates, admittedStudent } from '../../roll/model/admitted-student.ts'
import { datesOf, moveOnRoll } from '../../roll/server/api.ts'
import { lateApplication } from '../model/late-application.ts'
import { lateArrival } from '../model/late-arrival.ts'
import { lateSubject } from '../model/late-flow.ts'
import { ARRIVAL_PARAMETERS } from '../model/parameters.ts'

const settingsOf = settingsReader('admission', ARRIVAL_PARAMETERS)
type Form = Pick<InputOf<typeof lateApplication.apply>, 'until'>
const WAITING: readonly string[] = ['imported', 'intended', 'late']

/** 30-AC3: asked before the end of arrival, and for `late.maxDays` at most. */
async function violationsOf(db: Db, studentId: string, { until }: Form, id: string | null) {
  const row = await db.unscoped(admittedStudent).find({ id: studentId }) // the applicant's own
  if (!row) return [{ key: 'notOnRoll' }]
  if (!WAITING.includes(row.state)) return [{ key: 'notWaiting', values: { state: { text: admittedStates.labels[row.state] } } }]
  const { arriveBy } = await datesOf(db)
  if (!arriveBy) return [{ key: 'noDates' }]
  const days = (await settingsOf(db))['late.maxDays']
  const last = addDays(arriveBy, days)
  const open = await db.unscoped(lateArrival).all({ studentId, state: ['pending', 'returned'] }) // the applicant's own
  return [
    ...(today() > arriveBy ? [{ key: 'over', values: { on: arriveBy } }] : []),
    ...(until <= arriveBy ? [{ key: 'tooSoon', values: { until, on: arriveBy }, field: 'until' }] : []),
    ...(until > last ? [{ key: 'tooLong', values: { days, last }, field: 'until' }] : []),
    ...(open.some(one => one.id !== id) ? [{ key: 'open' }] : []),
  ]
}
/** Late arrival as a kind of application. */
const applications = handleApplication(lateArrival, lateApplication, {
  subject: lateSubject,
  link: () => '/welcome/admission',
  validate: async ({ db }, who, form, { row }) => ({ violations: await violationsOf(db, who.id, form, row?.id ?? null) }),
  formOf: row => row,
  draft: form => ({ ...form, proofs: form.proofs ?? [] }),
  taken: 'open',
  async card({ db }, row) {
    const of = await db.unscoped(admittedStudent).find({ id: row.studentId }) // readers of the case
    const { until, cause, reason } = row
    return { until, cause, reason, arriveBy: (await datesOf(db)).arriveBy, majorName: (await db.cached(gradeMajor)).get(of?.gradeMajorId ?? '')?.name ?? null }
  },
  describe: async (_db, row, { name }) => ({ title: { text: '{name} 延期报到', values: { name } }, summary: { text: '到 {until}', values: { until: row.until } }, facts: {} }),
  async approved({ db }, { studentId, until }) {
    const row = await db.unscoped(admittedStudent).lock(studentId) // the decision acts on it
    if (WAITING.includes(row.state)) await moveOnRoll(db, row, { state: 'late', lateUntil: until })
  },
})
export default applications.registrations
