/** Path of the student's sign-in page. */
export const LINK = '/signIn/mine'
/** Business type of sign-in todos. */
export const TODO = 'signOccurrence'
