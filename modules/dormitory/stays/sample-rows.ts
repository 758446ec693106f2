import { entityNamed } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  dormStay: () => ({ kind: 'main', source: 'manual', state: 'reserved', isOpen: true, plannedOut: null }),
  moveInPlan: n => ({ day: addDays('2099-01-01', n), fromTime: '08:00', toTime: '18:00', slotMinutes: 30, state: 'draft', publishedAt: null }),
  moveInChoice: () => ({ slotId: null, state: 'chosen', arrivedAt: null, beginAt: '2026-09-01T08:00:00+08:00', endAt: '2026-09-01T08:30:00+08:00' }),
  presenceException: async (_n, db) => ({ from: '2026-03-01', to: '2026-06-30', classId: (await sampleRow(db, entityNamed('stuClass'))).id }),
}
export default samples
