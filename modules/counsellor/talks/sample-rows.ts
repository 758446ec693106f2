import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { talkRequest: () => ({ state: 'asked', at: null }) }
export default samples
