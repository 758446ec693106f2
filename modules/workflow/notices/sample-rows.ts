import { randomUUID } from 'node:crypto'
import { student } from '#modules/student/model/student.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  publicNotice: n => ({
    title: `困难认定公示${n}`,
    roundType: 'errand',
    roundId: randomUUID(),
    columns: ['name'],
    beginAt: '2026-09-01T08:00:00+08:00',
    endAt: '2026-09-09T00:00:00+08:00',
    state: 'running',
  }),
  publicNoticeLine: async (_n, db) => ({ studentId: (await sampleRow(db, student)).id, userId: null, bizId: randomUUID(), shown: { name: '周雨桐' } }),
  objection: () => ({ claimantId: null, state: 'open', handlerRole: 'officer' }),
}
export default samples
