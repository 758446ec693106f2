import { definePart } from '#model'
import { certificateActions, giveNumbers, handOut } from './model/actions.ts'
import { graduationCertificate } from './model/certificate.ts'
import { CERTIFICATE_PARAMETERS } from './model/parameters.ts'

const LIST = ['graduation:graduationCertificate:list', 'graduation:graduationCertificate:export']
/** Opens every paper of whoever holds it. */
const PRINT = 'sheet:print:issue'

/** Certificates: numbers, prints, hand-out, and what follows a lost one or a late graduation. */
export default definePart({
  code: 'certificates',
  needs: ['audit', 'clearance'],
  entities: [graduationCertificate],
  actions: certificateActions,
  menus: [{ title: '证书', path: '/graduation/certificates', component: 'graduation/CertificatePage', icon: 'award', of: [...LIST, giveNumbers, handOut, PRINT] }],
  parameters: CERTIFICATE_PARAMETERS,
  events: ['student.graduated'],
  grants: {
    officer: [...LIST, giveNumbers.permission, handOut.permission, PRINT],
    college: [...LIST, handOut.permission],
    fdy: LIST,
  },
})
