import type { SampleRows } from '#testing/samples.ts'

const at = (n: number) => `2026-09-${String(10 + (n % 9)).padStart(2, '0')}`
/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  employUnit: () => ({ kind: 'internal', userIds: null, state: 'approved' }),
  workPost: n => ({
    ...{ headcount: 5, filled: 0, schedule: [{ days: [1, 3], from: '14:00', to: '16:00' }], hoursPerWeek: 4, payMode: 'hourly', rate: 20_00, hazard: 'ordinary', safetyNote: null },
    ...{ applyFrom: `${at(n)}T08:00:00+08:00`, applyTo: '2030-10-08T08:00:00+08:00', workFrom: '2026-10-09', workTo: '2030-12-31', state: 'draft', conditions: null },
  }),
  postInterview: () => ({ slot: '2030-10-08T08:00:00+08:00', seats: 10 }),
  postApplication: () => ({ state: 'pending', freeSlots: null, fdyFit: null, result: 80, interviewId: null }),
  engagement: () => ({ state: 'ended', to: '2026-12-31', endCause: 'term', rating: 5 }),
}
export default samples
