/** What other modules may call. */
export { askConsent, type ConsentAsk } from './ask-consent.ts'
export { type Contact, writeContacts } from './contacts.ts'
export { guardiansToText } from './letter-audience.ts'
