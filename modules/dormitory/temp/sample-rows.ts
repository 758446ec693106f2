import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  tempLocation: () => ({ from: '2026-09-18T18:00:00+08:00', to: '2026-09-20T12:00:00+08:00', nights: 2, firstNight: '2026-09-18', state: 'pending', cantonCode: null }),
}
export default samples
