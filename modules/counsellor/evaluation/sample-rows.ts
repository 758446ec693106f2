import type { SampleRows } from '#testing/samples.ts'
import { USUAL_INDICATORS, USUAL_PARTS } from './model/scheme.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  fdyEvalScheme: () => ({
    ...{ beginTime: '2030-06-10T08:00:00+08:00', endTime: '2030-06-25T08:00:00+08:00', periodFrom: '2029-09-01', periodTo: '2030-06-30' },
    ...{ parts: [...USUAL_PARTS], indicators: USUAL_INDICATORS, minResponses: 10, trimPercent: 5, excellentPercent: 20, serviceMonths: 3 },
  }),
  fdyEvalResult: () => ({ responses: 12, studentsMark: 88, collegeMark: 90, total: null, grade: null, state: 'open', ownParts: null, objectionState: null, noticeUntil: null }),
}
export default samples
