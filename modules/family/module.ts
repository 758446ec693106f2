import { defineModule } from '#model'
import { confirmPhone, familyActions, myContacts, recordContact, resendConsent, reverseContact, witnessConsent } from './model/actions.ts'
import { guardianConsent } from './model/guardian-consent.ts'
import { homeContact, homeContactAccount } from './model/home-contact.ts'
import { homeLetter, homeLetterReceipt, letterRound } from './model/home-letter.ts'
import { letterActions, letterProgress, previewLetter, remindLetter, resumeSending, sendReceipt } from './model/letter-actions.ts'
import { CONSENT_MESSAGES, consentAsked, LETTER_MESSAGES, letterReminder, letterSent } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'

const read = (of: string): string[] => [`family:${of}:list`, `family:${of}:export`]
const CONTACTS = [...read('homeContact'), 'family:homeContactAccount:list']
const CONSENTS = read('guardianConsent')
const ACTS = [recordContact, reverseContact, confirmPhone, resendConsent, witnessConsent].map(a => a.permission)
const REVEAL = ['family:homeContact:reveal', 'family:guardianConsent:reveal', 'family:homeLetterReceipt:reveal']
const LETTERS = ['family:homeLetter:*', ...read('homeLetterReceipt'), remindLetter.permission, sendReceipt.permission]

export default defineModule({
  code: 'family',
  name: '家校联系',
  needs: ['system', 'campus', 'student', 'message', 'workflow'],
  entities: [homeContactAccount, homeContact, guardianConsent, homeLetter, homeLetterReceipt],
  actions: [...familyActions, ...letterActions],
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
        { title: '致家长信', path: '/family/letters', component: 'family/LetterPage', icon: 'mail', of: [homeLetter, letterRound.publish, previewLetter, resumeSending] },
        {
          title: '回执',
          path: '/family/receipts',
          component: 'family/ReceiptPage',
          icon: 'clipboard-check',
          of: [...read('homeLetterReceipt'), 'family:homeLetterReceipt:reveal', letterProgress, remindLetter, sendReceipt],
        },
        { title: '学校与家长的联系', path: '/family/mine', component: 'family/MyContactPage', icon: 'phone-call', of: [myContacts], own: 'student' },
      ],
    },
  ],
  pages: [
    { path: '/family/consent', title: '监护人同意', component: 'family/GuardianPage', access: 'open', frame: 'bare' },
    { path: '/family/letter', title: '致家长信', component: 'family/FamilyLetterPage', access: 'open', frame: 'bare' },
  ],
  messages: [consentAsked, letterSent, letterReminder, ...Object.values(CONSENT_MESSAGES), ...Object.values(LETTER_MESSAGES)],
  events: ['family.contacted', 'family.consentAnswered'],
  grants: {
    officer: [...CONTACTS, ...CONSENTS, ...ACTS, ...LETTERS, ...REVEAL],
    college: [...CONTACTS, ...CONSENTS, ...ACTS, ...LETTERS, ...REVEAL],
    fdy: [...CONTACTS, ...CONSENTS, ...ACTS, ...LETTERS, ...REVEAL],
    bzr: [...CONTACTS, recordContact.permission],
    student: [myContacts.permission],
  },
})
