import { definePart } from '#model'
import { answerConsent, reopenVerification, settleDoubt, verifyActions, verifyId } from './model/actions.ts'
import { verifyConsent } from './model/consent.ts'
import { VERIFY_MESSAGES } from './model/messages.ts'
import { VERIFY_PARAMETERS } from './model/parameters.ts'
import { idVerification } from './model/verification.ts'

const SEE = ['welcome:idVerification:list', 'welcome:idVerification:export']
const REVEAL = 'welcome:idVerification:reveal'
/** Whoever settles doubts sees the pictures. */
const SECOND = [...SEE, REVEAL, settleDoubt.permission, verifyId.permission]

/** Whether who arrives is who was admitted. */
export default definePart({
  code: 'verify',
  needs: ['steps', 'desk'],
  entities: [idVerification, verifyConsent],
  subjects: [idVerification],
  actions: verifyActions,
  menus: [
    { title: '身份核验', path: '/welcomes/verify', component: 'welcome/VerifyPage', icon: 'scan-line', of: [verifyId], brings: ['welcome:welcomeScan:scan'] },
    {
      ...{ title: '核验记录', path: '/welcomes/verifications', component: 'welcome/VerificationPage', icon: 'shield-check' },
      of: [...SEE, REVEAL, settleDoubt, reopenVerification],
    },
    { title: '我的身份核验', hidden: true, of: [answerConsent] },
  ],
  pages: [{ path: '/welcome/verify', title: '身份核验', component: 'welcome/MyVerifyPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  messages: Object.values(VERIFY_MESSAGES),
  parameters: VERIFY_PARAMETERS,
  grants: {
    admissions: [...SECOND, reopenVerification.permission],
    officer: SECOND,
    college: SECOND,
    fdy: [...SEE, verifyId.permission],
    newStudent: [answerConsent.permission],
  },
})
