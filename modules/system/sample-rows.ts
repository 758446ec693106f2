import type { SampleRows } from '#testing/samples.ts'

/** Values that the system module's own constraints ask for. */
const samples: SampleRows = {
  user: n => ({ realm: 'admin', userType: 1, userName: `sample${n}`, accountNo: `sample${n}` }),
}
export default samples
