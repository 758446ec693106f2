import { type SampleRows, sampleRow } from '#testing/samples.ts'
import { repairType } from './model/faults.ts'

/** Values that satisfy the tables' constraints. */
const samples: SampleRows = {
  repairUrgency: () => ({ respondMin: 10, arriveMin: null, finishMin: 60 }),
  repairOrder: n => ({ placeType: 'public', publicPlace: '操场', place: '操场', orderNo: `BX${n}`, state: 'submitted' }),
  repairSkill: async (_n, db) => ({ typeIds: [(await sampleRow(db, repairType)).id] }),
  repairOutage: () => ({ startAt: '2026-09-01T08:00:00+08:00', endAt: '2026-09-01T18:00:00+08:00' }),
  workSheet: () => ({ state: 'assigned', assignedWay: 'auto', assignedAt: '2026-09-01T08:00:00+08:00' }),
  repairScore: () => ({ speed: 5, quality: 5, manner: 5, tidy: 5, mean: 5 }),
  repairStock: () => ({ store: 'main' }),
  stockMove: n => ({ kind: 'in', amount: 1, sourceType: 'manual', sourceId: `s${n}`, sourceSeq: 1, reason: '入库' }),
}
export default samples
