/** What a change of a gift or a project changes on the screen. */
export const CHANGES = ['donation', 'donationProject', 'donationEntry']
