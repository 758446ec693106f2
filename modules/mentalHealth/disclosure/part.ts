import { definePart } from '#model'
import { disclosureActions, disclosures, mhDisclosure, recordDisclosure } from './model/disclosure.ts'
import { DISCLOSURE_MESSAGES } from './model/messages.ts'

/** What the centre tells others without the student's consent, and why. */
export default definePart({
  code: 'disclosure',
  needs: ['attention'],
  entities: [mhDisclosure],
  actions: disclosureActions,
  menus: [{ title: '保密例外', path: '/mentalHealth/disclosures', component: 'mentalHealth/DisclosurePage', icon: 'shield', of: [disclosures, recordDisclosure] }],
  messages: Object.values(DISCLOSURE_MESSAGES),
  grants: { psychologist: [recordDisclosure.permission] },
})
