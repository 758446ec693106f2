import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { observationReport: n => ({ month: `20${String(10 + (n % 80))}-0${1 + (n % 9)}` }), punishmentLift: () => ({ state: 'pending' }) }
export default samples
