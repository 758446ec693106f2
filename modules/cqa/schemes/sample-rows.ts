import type { SampleRows } from '#testing/samples.ts'

const samples: SampleRows = {
  cqaScheme: n => ({
    ...{ processType: 'cqa', name: `测评${n}`, beginTime: '2026-09-01T08:00:00+08:00', endTime: '2026-09-20T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ xn: '2025-2026', xqM: null, snapshotOn: '2026-09-01', evidenceFrom: '2025-09-01', evidenceTo: '2026-08-31', stage: 'scoring', noticeWorkdays: 5 },
    ...{ selfUntil: '2026-09-05T20:00:00+08:00', groupUntil: '2026-09-10T20:00:00+08:00', fdyUntil: '2026-09-15T20:00:00+08:00' },
    ...{ rankScopes: ['class'], tieBreakers: [], gradeTerms: [], gradeCourses: 'all', gradeRetakes: 'none' },
  }),
  cqaIndex: n => ({ code: `D${n}`, name: `指标${n}`, kind: 'imported', parentId: null, combine: null, formula: null, scorer: null, minScore: 0, maxScore: 100, needsProof: false }),
  cqaPointRule: n => ({ titleHas: `规则${n}`, level: null, place: null, teamRole: null, points: 2 }),
}
export default samples
