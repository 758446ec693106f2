import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  aidLevelSpan: n => ({ level: 'hard', from: `${2000 + (n % 900)}-09-01`, to: `${2000 + (n % 900)}-12-31`, cause: 'recognised', endCause: null }),
}
export default samples
