/** What other parts of the module may call. */
export { daysAfter, workdaysAfter } from './clock.ts'
export { type DocumentKind, servedDocuments } from './deliver.ts'
export { askToServe, isBlank, own as ownPunishments } from './notice.ts'
export { aboutPunishment, changePunishment, dueAt, MINE, officers, refuse, staffFor, staffLink } from './notify.ts'
export { takeNumber } from './number.ts'
export { type Case, caseOf, type Punishment, partyOf, termsOf } from './rows.ts'
export { decisionServed } from './serve.ts'
export { settingsOf, termsNow } from './settings.ts'
