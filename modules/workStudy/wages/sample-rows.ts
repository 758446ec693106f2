import type { SampleRows } from '#testing/samples.ts'

const sums = { people: 1, hours: 10, base: 150_00, bonus: 0, deduction: 0, tax: 0, net: 150_00 } as const
/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  wageSheet: n => ({ ...sums, month: `20${String(20 + (n % 70)).padStart(2, '0')}-10`, state: 'draft' }),
  wageLine: n => {
    const { people: _people, ...own } = sums
    return {
      ...own,
      month: `20${String(20 + (n % 70)).padStart(2, '0')}-10`,
      kind: 'hours',
      payMode: 'hourly',
      rate: 15_00,
      bonusReason: null,
      deductionReason: null,
      correctsId: null,
    }
  },
}
export default samples
