import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  graduationItem: n => ({ code: `item${n}`, name: `事项${n}`, use: 'audit', isDeclared: false, isWarningOnly: false, isBlocking: false }),
  graduationBatch: n => ({
    processType: 'graduation',
    name: `毕业${n}`,
    beginTime: '2026-05-01T08:00:00+08:00',
    endTime: '2026-06-20T20:00:00+08:00',
    audience: { all: true },
    state: 'draft',
    stage: 'auditing',
  }),
  graduationAudit: () => ({ state: 'open', result: null, degree: false, approvedAt: null, closedOn: null }),
}
export default samples
