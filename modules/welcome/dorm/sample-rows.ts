import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  claimLink: () => ({ roundIds: [], conditions: [], releaseRule: 'lateEnd' }),
  dormPlacement: () => ({ reason: 'staff', state: 'told', bed: '1号楼101-1' }),
}
export default samples
