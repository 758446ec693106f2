import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  accessDevice: () => ({ gate: '东门' }),
}
export default samples
