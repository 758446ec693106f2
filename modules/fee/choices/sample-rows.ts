import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  optionalOffer: n => ({
    ...{ processType: 'optionalItem', name: `教材${n}`, beginTime: '2026-09-01T08:00:00+08:00', endTime: '2026-09-20T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ xn: null, xqM: null },
  }),
  optionalChoice: () => ({ wish: 'yes', amount: 60_000 }),
}
export default samples
