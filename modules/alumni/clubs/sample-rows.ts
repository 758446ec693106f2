import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  alumniClub: n => ({ name: `校友会${n}`, kind: 'interest', canton: null, memberLimit: null, foundedOn: '2025-10-10', state: 'running', mergedIntoId: null, endedOn: null }),
  alumniClubPost: () => ({ post: 'head', from: '2025-10-10', to: '2025-11-10' }),
  alumniClubMember: () => ({ state: 'member', joinedOn: '2025-10-10', leftOn: null }),
  alumniClubFounding: n => ({ name: `新校友会${n}`, kind: 'interest', joinWay: 'open', canton: null, state: 'withdrawn', clubId: null }),
}
export default samples
