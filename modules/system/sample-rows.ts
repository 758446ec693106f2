import type { SampleRows } from '#testing/samples.ts'

/** Values that the system module's own constraints ask for. */
const samples: SampleRows = {
  user: n => ({ realm: 'admin', userType: 1, userName: `sample${n}`, accountNo: `sample${n}` }),
  // apart from the rows a school begins with
  policyFigure: n => ({ code: 'leagueFee.student', scope: 'doctor', value: { amount: 20 }, unit: '元/月', effectiveFrom: `${1900 + n}-01-01`, effectiveTo: `${1900 + n}-12-31` }),
}
export default samples
