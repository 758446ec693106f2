import { defineModule } from '#model'
import { confirmPhone, familyActions, myContacts, recordContact, resendConsent, reverseContact, witnessConsent } from './model/actions.ts'
import { guardianConsent } from './model/guardian-consent.ts'
import { homeContact, homeContactAccount } from './model/home-contact.ts'
import { CONSENT_MESSAGES, consentAsked } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'

const read = (of: string): string[] => [`family:${of}:list`, `family:${of}:export`]
const CONTACTS = [...read('homeContact'), 'family:homeContactAccount:list']
const CONSENTS = read('guardianConsent')
const ACTS = [recordContact, reverseContact, confirmPhone, resendConsent, witnessConsent].map(a => a.permission)
const REVEAL = ['family:homeContact:reveal', 'family:guardianConsent:reveal']

export default defineModule({
  code: 'family',
  name: '家校联系',
  needs: ['system', 'campus', 'student', 'message', 'workflow'],
  entities: [homeContactAccount, homeContact, guardianConsent],
  actions: familyActions,
  parameters: PARAMETERS,
  menus: [
    {
      title: '家校联系',
      icon: 'phone-call',
      domain: 'student',
      children: [
        {
          title: '联系记录',
          path: '/family/contacts',
          component: 'family/ContactPage',
          icon: 'phone-call',
          of: [...CONTACTS, 'family:homeContact:reveal', recordContact, reverseContact],
        },
        {
          title: '监护人同意',
          path: '/family/consents',
          component: 'family/ConsentPage',
          icon: 'clipboard-check',
          of: [...CONSENTS, 'family:guardianConsent:reveal', confirmPhone, resendConsent, witnessConsent],
        },
        { title: '学校与家长的联系', path: '/family/mine', component: 'family/MyContactPage', icon: 'phone-call', of: [myContacts], own: 'student' },
      ],
    },
  ],
  pages: [{ path: '/family/consent', title: '监护人同意', component: 'family/GuardianPage', access: 'open', frame: 'bare' }],
  messages: [consentAsked, ...Object.values(CONSENT_MESSAGES)],
  events: ['family.contacted', 'family.consentAnswered'],
  grants: {
    officer: [...CONTACTS, ...CONSENTS, ...ACTS, ...REVEAL],
    college: [...CONTACTS, ...CONSENTS, ...ACTS, ...REVEAL],
    fdy: [...CONTACTS, ...CONSENTS, ...ACTS, ...REVEAL],
    bzr: [...CONTACTS, recordContact.permission],
    student: [myContacts.permission],
  },
})
