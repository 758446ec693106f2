/** What a change of seats changes on the screen. */
export const CHANGES = ['examSeating', 'examSeat', 'examRoom', 'examApplication', 'examApplicant']
