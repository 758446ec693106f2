import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  receipt: n => ({ kind: 'fiscal', no: `PJ${n}`, amount: 100_00, items: [{ item: '学费', xn: '2026-2027', amount: 100_00 }], state: 'pending', reversedAt: null }),
}
export default samples
