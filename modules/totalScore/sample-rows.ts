import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  tsScheme: n => ({
    name: `方案${n}`,
    kind: 'conduct',
    period: 'term',
    baseScore: 100,
    minScore: 0,
    maxScore: 150,
    gradeFrom: null,
    gradeTo: null,
    pointsPerCredit: null,
    state: 'draft',
    closedPeriod: null,
  }),
  tsCategory: n => ({ name: `类别${n}`, growthCategory: null, requiredMin: 1, cap: 10 }),
  tsItem: n => ({ code: `I${n}`, direction: 'add', pointsMin: 1, pointsMax: 2, unit: 'once', source: 'recorder', applyWithinDays: null, evidenceKind: null, evidenceLevel: null }),
  tsRecorder: () => ({ from: '2026-09-01', to: '2027-07-01' }),
  pointAccount: n => ({ period: `${n}`, points: 0, over: 0 }),
  pointEntry: n => ({ kind: 'counted', amount: 100, sourceType: 'test', sourceId: `${n}`, sourceSeq: 1, reversesId: null }),
  tsThreshold: n => ({ comparison: 'lt', value: n % 90, action: 'notify', isEnabled: true }),
  pointApplication: () => ({ points: 2, total: 2, quantity: null, state: 'pending' }),
  pointObjection: n => ({ points: -2, state: n % 2 ? 'dismissed' : 'open', answeredById: null }),
  pointImport: n => ({ refNo: `P${n}`, points: 2, quantity: null, occurredOn: '2026-10-01' }),
  pointWarning: n => ({
    period: '2026-2027-1',
    action: 'notify',
    comparison: 'lt',
    value: 60,
    balance: 50,
    crossedOn: '2026-10-01',
    state: n % 2 ? 'recovered' : 'open',
    talkedById: null,
  }),
}
export default samples
