import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { welcomeFamilyLink: n => ({ tokenHash: `hash${n}`, until: '2999-01-01T00:00:00Z' }) }
export default samples
