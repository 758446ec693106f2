import type { SampleRows } from '#testing/samples.ts'

const KINDS = ['roomVisit', 'lesson', 'duty', 'emergency', 'partyLeague', 'career', 'aid', 'training'] as const
const PERIODS = ['month', 'term', 'year'] as const
/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  workLog: n => ({ kind: 'talk', startedAt: '2024-03-01T08:00:00+08:00', content: null, sourceType: 'test', sourceId: `${n}`, state: 'submitted' }),
  workQuota: n => ({ kind: KINDS[n % KINDS.length], period: PERIODS[Math.floor(n / KINDS.length) % PERIODS.length], coverage: 'none' }),
}
export default samples
