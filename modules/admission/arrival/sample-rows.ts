import type { SampleRows } from '#testing/samples.ts'

const samples: SampleRows = { lateArrival: n => ({ until: '2026-09-10', cause: 'illness', reason: `说明${n}`, state: 'withdrawn' }) }
export default samples
