import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the profile's rules. */
const samples: SampleRows = {
  exportProfile: n => ({ code: `sample${n}`, dataset: 'feeVoucher', columns: [{ title: '金额', source: 'field', field: 'amount' }], fileNamePattern: '{profile}' }),
  exportLog: () => ({ filter: {}, content: '[]' }),
}
export default samples
