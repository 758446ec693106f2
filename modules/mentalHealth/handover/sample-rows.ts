import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  attentionHandover: () => ({ reason: 'counsellor', at: '2024-03-01T08:00:00+08:00', signedById: null, signedAt: null }),
}
export default samples
