import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { appeal: () => ({ state: 'submitted', conclusion: null, members: [], votes: [], submittedAt: '2026-03-12T08:00:00+08:00' }) }
export default samples
