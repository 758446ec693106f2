import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { welcomeScan: () => ({ stepCode: 'gate' }) }
export default samples
