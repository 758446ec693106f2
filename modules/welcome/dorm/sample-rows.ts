import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { claimLink: () => ({ roundIds: [], conditions: [], releaseRule: 'lateEnd' }) }
export default samples
