import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { graduationClearance: () => ({ state: 'open', doneAt: null, reason: null }) }
export default samples
