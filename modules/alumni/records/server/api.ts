/** What other parts may call. */
export { alumniAccounts, mustBeAlumnus, ownAlumnus } from './own-alumnus.ts'
export { contactsFor, placeIn } from './visible.ts'
