import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  debitBatch: n => ({ batchNo: `DK20260901-${n}`, xn: '2026-2027', state: 'draft' }),
  debitLine: n => ({ seq: n, amount: 100, bankName: '1', cardNo: `62220200000000${20_000 + n}`, lastFour: '0001', state: 'ready' }),
}
export default samples
