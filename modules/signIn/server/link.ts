/** Where students sign. */
export const LINK = '/signIn/mine'
/** What todos of signing belong to. */
export const TODO = 'signOccurrence'
