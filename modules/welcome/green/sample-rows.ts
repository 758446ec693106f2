import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { greenChannel: () => ({ reasons: ['hardship'], lines: [], total: 350_000, deferred: 0, state: 'approved' }) }
export default samples
