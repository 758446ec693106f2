import { ref } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { signMakeup } from './sign-line.ts'

const { reason, proof } = signMakeup.fields
const own = ownApplication(signMakeup, { form: { reason, proof } })

/** 20-SA11: a make-up as an application; one's own stand beside what was missed. */
export const makeupApplication = {
  apply: own.apply('申请补签', { lineId: ref('signLine', '签到记录', { required: true }) }),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
}
