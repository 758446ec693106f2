import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { idVerification: () => ({ method: 'manual', result: 'pass', score: null, second: null }), verifyConsent: () => ({ face: true, idImage: true }) }
export default samples
