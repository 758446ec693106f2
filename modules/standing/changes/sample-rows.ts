import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  changeType: n => ({ code: `type${n}`, name: `类型${n}`, beginner: 'staff', fromStatuses: ['active'], placement: 'none' }),
  statusChange: n => ({
    changeNo: `YD${n}`,
    reasonCode: '11',
    effectiveDate: `${2020 + (n % 5)}-${String((n % 12) + 1).padStart(2, '0')}-10`,
    state: 'withdrawn',
    effectState: 'none',
    until: null,
    toClassId: null,
    docNo: `文${n}`,
  }),
}
export default samples
