import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  reviewGroup: () => ({ members: [], state: 'drawn', closedAt: null, reason: null, isTight: 'no' }),
  reviewVote: () => ({ points: 3 }),
}
export default samples
