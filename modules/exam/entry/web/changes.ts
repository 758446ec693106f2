/** What a change of a registration changes on the screen. */
export const CHANGES = ['examApplication']
