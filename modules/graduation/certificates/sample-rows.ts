import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  graduationCertificate: n => ({ number: `NO${n}`, kind: 'graduation', ofId: null, series: 'NO#', serial: n, state: 'valid', voidReason: null, signature: [] }),
}
export default samples
