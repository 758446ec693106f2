import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  dormFloor: n => ({ floorNo: (n % 60) + 1, genderCode: null }),
  dormRoom: () => ({ genderCode: null }),
}
export default samples
