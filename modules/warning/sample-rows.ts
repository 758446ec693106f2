import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  warningRule: n => ({ code: `r${n}`, source: 'leave.overdue', least: 1, windowDays: 14, points: 10, decayDays: 14, maxCount: 1 }),
  warningMark: () => ({ reason: '最近常常一个人坐着' }),
  weightPlan: () => ({ rules: [], basedOn: {}, entries: 0, entriesNow: 0 }),
  warningSignal: n => ({ occurredAt: '2024-03-01T08:00:00+08:00', value: 1, points: 10, sourceType: 'leave.overdue', sourceId: `${n}`, link: null }),
  warningCase: () => ({
    score: 20,
    level: 'notice',
    parts: [],
    state: 'closed',
    openedAt: '2024-03-01T08:00:00+08:00',
    outcome: 'none',
    note: null,
    closedAt: '2024-03-02T08:00:00+08:00',
  }),
}
export default samples
