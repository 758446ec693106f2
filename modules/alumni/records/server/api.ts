/** What other parts may call. */
export { alumniAccounts, hasAccount, mustBeAlumnus, ownAlumnus } from './own-alumnus.ts'
export { contactsFor, placeIn } from './visible.ts'
