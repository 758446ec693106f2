/** What other parts may call. */
export { type HandedIn, handIn } from './register-lines.ts'
export { type Cause, changeCharges, type Line, lockLines, openCredits, type Part, takeMoney } from './settle.ts'
