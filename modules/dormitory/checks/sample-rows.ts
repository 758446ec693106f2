import { entityNamed } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'
import { DEFAULT_ITEMS } from './model/usual-items.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  checkScheme: () => ({ items: DEFAULT_ITEMS, grades: null }),
  checkTask: n => ({
    processType: 'checkTask',
    name: `检查${n}`,
    beginTime: '2026-09-01T08:00:00+08:00',
    endTime: '2026-09-05T20:00:00+08:00',
    audience: { all: true },
    state: 'draft',
    recheckOf: null,
  }),
  checkRecord: () => ({ week: '2026-09-07', sheets: [], itemScores: null, isValid: true, roomScore: 91, grade: 'excellent', objectionState: 'none', recheckTaskId: null }),
  checkWeek: n => ({ week: addDays('2020-01-06', n * 7), level: 'class', score: 91, rank: 1 }),
  dormViolation: async (_n, db) => ({
    roomId: (await sampleRow(db, entityNamed('dormRoom'))).id,
    state: 'recorded',
    sourceType: 'manual',
    sourceId: null,
    seizedItem: null,
    seizedReceiptNo: null,
  }),
  civilisedRound: n => ({
    processType: 'civilisedRound',
    name: `文明寝室${n}`,
    beginTime: '2026-09-01T08:00:00+08:00',
    endTime: '2026-09-05T20:00:00+08:00',
    audience: { all: true },
    from: '2026-03-01',
    to: '2026-06-30',
    state: 'draft',
  }),
  civilisedRoom: () => ({ studentIds: [], mean: 92.5, state: 'pending' }),
}
export default samples
