import { text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { admissionRetention, asked } from './retention.ts'

const own = ownApplication(admissionRetention, { form: asked, realms: ['welcome'] })
const { cause, dischargedOn, until, reason } = asked
/** Retention of the admission as an application of a new student, made in the welcome realm. */
export const retentionApplication = {
  apply: own.apply('申请保留入学资格'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  mine: own.mine(['docNo']),
  card: own.card({ cause, dischargedOn, until, reason, majorName: text('专业', { max: 80 }) }),
}
