import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = { fdyTask: () => ({ beginTime: '2030-06-10T08:00:00+08:00', endTime: '2030-06-25T08:00:00+08:00', weight: 1 }) }
export default samples
