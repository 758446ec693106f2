import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  holidayStay: () => ({ from: '2026-10-01', to: '2026-10-07', state: 'approved', source: 'apply', stayId: null }),
  holidayDeparture: () => ({ way: 'scan' }),
}
export default samples
