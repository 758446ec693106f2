import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  arrivalSlot: n => ({ from: new Date(Date.UTC(2026, 8, 1, 0, n % 600)).toISOString(), to: '2026-10-01T00:00:00Z', capacity: 10, taken: 0 }),
  arrivalPlan: () => ({ transport: 'train', companions: 1 }),
}
export default samples
