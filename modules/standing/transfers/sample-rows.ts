import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  majorTransferBatch: n => ({
    ...{ processType: 'majorTransfer', name: `转专业${n}`, beginTime: '2026-09-01T08:00:00+08:00', endTime: '2026-09-20T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ xn: null, xqM: null, effectiveDate: '2026-10-20', stage: 'applying' },
  }),
}
export default samples
