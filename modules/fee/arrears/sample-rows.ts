import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  feeTalk: () => ({ talkedOn: '2026-11-02', way: 'phone', note: '下月缴清' }),
  serviceBlock: n => ({ service: `sample${n}`, effect: 'warn' }),
}
export default samples
