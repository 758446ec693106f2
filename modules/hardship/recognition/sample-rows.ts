import type { SampleRows } from '#testing/samples.ts'
import { DEFAULT_FLOORS, DEFAULT_ITEMS, DEFAULT_THRESHOLDS } from './model/default-model.ts'

/** Values satisfying the tables' constraints and rules. */
const samples: SampleRows = {
  indexModel: n => ({
    name: `指标体系${n}`,
    edition: 1,
    items: DEFAULT_ITEMS,
    thresholds: DEFAULT_THRESHOLDS,
    floors: DEFAULT_FLOORS,
    indexWeight: 70,
    reviewWeight: 30,
    isFrozen: false,
  }),
  aidBatch: n => ({
    ...{
      processType: 'aidRecognition',
      name: `困难认定${n}`,
      beginTime: '2026-09-01T08:00:00+08:00',
      endTime: '2026-09-20T20:00:00+08:00',
      audience: { all: true },
      state: 'draft',
    },
    ...{ xn: null, xqM: null, levels: ['special', 'hard', 'general'], noticeColumns: ['name', 'level'], stage: 'applying', thresholds: null, confirmedById: null },
  }),
  aidSurvey: () => ({ members: [], answers: {}, assets: [], specialGroups: [], savedOn: '2026-09-10' }),
  aidRecognition: () => ({ state: 'pending', groups: [], acceptedGroups: [], scoreDetail: [], surveySnapshot: {}, earlier: null, proposedById: null, jumpConfirmedById: null }),
  specialList: () => ({ month: '2026-09', group: 'lowIncome', studentId: null }),
}
export default samples
