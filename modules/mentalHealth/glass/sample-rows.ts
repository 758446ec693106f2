import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  mhReaderHold: () => ({ until: '2024-03-01' }),
  mhBreakGlass: () => ({ at: '2024-03-01T08:00:00+08:00', until: '2024-03-01T09:00:00+08:00', why: '学生失联，要判断去哪里找' }),
}
export default samples
