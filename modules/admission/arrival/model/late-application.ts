import { date, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, lateArrival } from './late-arrival.ts'

const own = ownApplication(lateArrival, { form: asked, realms: ['welcome'] })
/** Late arrival as an application of a new student, made in the welcome realm. */
export const lateApplication = {
  apply: own.apply('申请延期报到'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  mine: own.mine([]),
  card: own.card({ until: asked.until, cause: asked.cause, reason: asked.reason, arriveBy: date('报到截止'), majorName: text('专业', { max: 80 }) }),
}
