import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  homeContact: () => ({ kind: 'call', amount: 1, sourceSeq: 1, reversesId: null, contactReason: 'study', hiddenUntil: null }),
  guardianConsent: n => ({
    state: 'toCheck',
    tokenHash: null,
    bizId: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    answer: null,
    channel: null,
    witnessId: null,
    proof: [],
  }),
}
export default samples
