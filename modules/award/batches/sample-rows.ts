import type { SampleRows } from '#testing/samples.ts'

const samples: SampleRows = {
  awardBatch: n => ({
    ...{ processType: 'award', name: `评奖${n}`, beginTime: '2026-09-01T08:00:00+08:00', endTime: '2026-09-20T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ xn: '2026-2027', xqM: null, factsAsOf: '2026-09-01', nominateBy: null, collegeWorkdays: 0, stage: 'nominating', frozen: null },
  }),
  awardQuota: () => ({ heads: 10, coefficient: 1, fixed: 0, note: null, committee: null, voteState: 'none' }),
  awardApplication: n => ({
    ...{ subjectId: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`, recipient: `学生${n}`, isOutstanding: false, state: 'approved' },
    ...{ facts: null, checks: null, noticed: 'none', nominations: 0, heldFrom: null, level: null, amount: null, medianRank: null, rankInCollege: n },
    ...{ evidenceIds: null, achieved: null },
  }),
}
export default samples
