import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  levelAdjustment: () => ({ kind: 'upgrade', state: 'rejected', answerBy: null, reason: '家中突发变故' }),
  levelCheck: n => ({ xn: `${2000 + (n % 900)}-${2001 + (n % 900)}`, xqM: '1', state: 'open', checkedById: null }),
}
export default samples
