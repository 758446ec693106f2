import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  feeApplication: () => ({ kind: 'deferral', lineIds: [], plan: null, amount: 100_00, rest: null, parts: null, until: '2027-03-01', state: 'pending' }),
}
export default samples
