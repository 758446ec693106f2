import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  majorAdjustBatch: n => ({
    ...{ processType: 'majorAdjust', name: `专业调整${n}`, beginTime: '2026-08-01T08:00:00+08:00', endTime: '2026-08-20T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ xn: null, xqM: null, year: 2026, choices: 2, needsFiling: false, stage: 'applying' },
  }),
  majorAdjustment: () => ({ choices: [], phone: '13800000000', provincialFiling: 'no', state: 'rejected' }),
}
export default samples
