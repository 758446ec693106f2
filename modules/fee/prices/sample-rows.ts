import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  chargeItem: n => ({ code: `I${n}`, nature: 'administrative', filingNo: `JY${n}`, optional: false, merchantId: null }),
  chargeStandard: n => ({ xn: `${2000 + (n % 90)}-${2001 + (n % 90)}`, gradeFrom: null, gradeTo: null, docFiles: [] }),
}
export default samples
