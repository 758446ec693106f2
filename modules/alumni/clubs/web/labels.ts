/** What a change of a club changes on the screen. */
export const CLUB_CHANGES = ['alumniClub', 'alumniClubMember', 'alumniClubPost']
export const FOUNDING_CHANGES = ['alumniClubFounding', 'alumniClubFounder']
