import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  mhScale: n => ({
    ...{ code: `T-${n}`, itemCount: 3, low: 0, high: 3, scoring: 'sum', items: ['甲', '乙', '丙'], options: ['无', '少', '多', '总是'], riskItems: [3] },
    ...{ dimensions: [{ name: '情绪', items: [1, 2, 3] }], cutoffs: [{ measure: 'total', least: 5, level: '4', source: '示例' }] },
  }),
  mhScreening: () => ({ beginTime: '2030-09-10T08:00:00+08:00', endTime: '2030-09-25T08:00:00+08:00', consentText: '自愿参加' }),
  mhTurnout: () => ({ said: 'answered', guardianState: null }),
  mhResult: () => ({ source: 'online', isInvalid: false, fault: null, state: 'fine', answers: '0,1,2' }),
  mhInterview: () => ({ judged: 'none' }),
}
export default samples
