/** What the other parts may call. */
export { moveOnRoll, type OnRoll } from './roll.ts'
export { rollFollowers } from './roll-followers.ts'
export { datesOf } from './settings.ts'
