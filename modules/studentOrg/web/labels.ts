/** What a change of organisations or posts changes on the screen. */
export const CHANGES = ['studentOrg', 'orgUnit', 'orgPost', 'orgAppointment', 'orgTerm', 'todo']
export const ELECTION_CHANGES = ['orgElection', 'orgCandidate', 'orgPost', 'orgAppointment', 'todo']
