import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  registrationBatch: n => ({
    ...{ processType: 'registration', name: `注册${n}`, beginTime: '2026-09-01T08:00:00+08:00', endTime: '2026-09-20T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ xn: null, xqM: null },
  }),
  registrationRecord: () => ({ state: 'unregistered', at: null, method: null, deferUntil: null }),
  registrationDeferral: n => ({ reason: `事由${n}`, state: 'withdrawn' }),
}
export default samples
