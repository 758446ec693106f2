/** Path of the student's sign-in page. */
export const LINK = '/signIn/mine'
