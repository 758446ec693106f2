import type { InputOf, Row } from '#model'
import { refusalOf } from '#model'
import { addMonths } from '#modules/campus/model/days.ts'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { ADMISSION_RETENTION } from '#modules/standing/changes/model/change-type.ts'
import { ENLISTMENT, ILLNESS } from '#modules/standing/changes/model/dictionaries.ts'
import { recordChange } from '#modules/standing/server/api.ts'
import { STUDENT_STATUS } from '#modules/student/model/status.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { admittedStudent } from '../../roll/model/admitted-student.ts'
import { admissionRetention } from '../model/retention.ts'
import { retentionApplication } from '../model/retention-application.ts'
import { retentionSubject } from '../model/retention-flow.ts'

type Form = Pick<InputOf<typeof retentionApplication.apply>, 'cause' | 'dischargedOn' | 'until'>
const YEAR = 12
const REASON = { enlistment: ENLISTMENT, illness: ILLNESS, other: '99' } as const
/** 30-AC6: soldiers until two years after discharge, others for a year. */
const untilOf = ({ cause, dischargedOn, until }: Form): string | null => (cause === 'enlistment' ? (dischargedOn ? addMonths(dischargedOn, 2 * YEAR) : null) : (until ?? null))

async function violationsOf(db: Db, who: StudentOf, form: Form, id: string | null) {
  const until = untilOf(form)
  const last = addMonths(today(), YEAR)
  const open = await db.unscoped(admissionRetention).all({ studentId: who.id, state: ['pending', 'returned'] }) // the applicant's own
  const isSoldier = form.cause === 'enlistment'
  return [
    ...(who.status === 'preEnrolled' ? [] : [{ key: 'notWaiting', values: { name: who.name, status: who.status ? { text: STUDENT_STATUS[who.status] } : '—' } }]),
    ...(isSoldier && !until ? [{ key: 'dischargeMissing', field: 'dischargedOn' }] : []),
    ...(!isSoldier && !until ? [{ key: 'untilMissing', field: 'until' }] : []),
    ...(until && until <= today() ? [{ key: 'past', values: { until }, field: 'until' }] : []),
    ...(!isSoldier && until && until > last ? [{ key: 'tooLong', values: { last }, field: 'until' }] : []),
    ...(open.some(one => one.id !== id) ? [{ key: 'open' }] : []),
  ]
}
const textOf = (row: Row<typeof admissionRetention>) => ({ text: '到 {until}', values: { until: row.until ?? '' } })
/** Retention of the admission as a kind of application. */
const applications = handleApplication(admissionRetention, retentionApplication, {
  subject: retentionSubject,
  link: () => '/welcome/retention',
  validate: async ({ db }, who, form, { row }) => ({ violations: await violationsOf(db, who, form, row?.id ?? null) }),
  formOf: row => ({ ...row, proofs: row.proofs ?? [] }),
  draft: form => ({ ...form, until: untilOf(form) }),
  taken: 'open',
  async card({ db }, row) {
    const of = await db.unscoped(admittedStudent).find({ id: row.studentId }) // readers of the case
    const { cause, dischargedOn, until, reason } = row
    return { cause, dischargedOn, until, reason, majorName: (await db.cached(gradeMajor)).get(of?.gradeMajorId ?? '')?.name ?? null }
  },
  describe: async (_db, row, { name }) => ({ title: { text: '{name} 保留入学资格', values: { name } }, summary: textOf(row), facts: {} }),
  async approved(acting, { studentId, docNo, until, cause }) {
    if (!docNo) throw refusalOf(admissionRetention, 'docMissing', {}, 'docNo')
    await recordChange(acting, { studentId, code: ADMISSION_RETENTION, reasonCode: REASON[cause], docNo, until })
  },
})
export default applications.registrations
