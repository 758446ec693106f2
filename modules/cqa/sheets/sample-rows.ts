import type { SampleRows } from '#testing/samples.ts'

const samples: SampleRows = {
  cqaSheet: n => ({ grade: 2023, state: 'open', excludedReason: null, dimensions: [], items: {}, total: 60 + (n % 40), rankShare: 10, pendingReason: null }),
  cqaScore: n => ({ stage: 'fdy', score: n % 100 }),
}
export default samples
