import type { SampleRows } from '#testing/samples.ts'

/** Values that the licence's own constraints ask for. */
const samples: SampleRows = {
  licence: () => ({ issuedAt: '2026-01-01', expireDate: '2027-12-31', graceDays: 30, maxStudents: 1000 }),
}
export default samples
