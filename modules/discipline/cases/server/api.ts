/** What other parts of the module may call. */
export { daysAfter, workdaysAfter } from './clock.ts'
export { servedDocuments } from './deliver.ts'
export { askToServe, own as ownPunishments } from './notice.ts'
export { aboutPunishment, changePunishment, MINE, staffFor } from './notify.ts'
export { passOver, takeNumber } from './number.ts'
export { caseOf, type Punishment, partyOf, termsOf } from './rows.ts'
export { decisionServed } from './serve.ts'
export { settingsOf, termsNow } from './settings.ts'
