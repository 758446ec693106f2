import { term } from '#modules/campus/model/calendar.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  growthEntry: n => ({
    ...{ entryNo: `CZ20261001-${n}`, sourceType: 'test', sourceId: `${n}`, sourceSeq: 1, reversesId: null, reason: null, category: 'volunteer' },
    ...{ hours: 2, points: 1, labourHours: 0, countedHours: 2, countedPoints: 1, capNote: null, bizDate: '2026-10-10', xn: '2026-2027', xqM: '1' },
  }),
  growthObjection: () => ({ title: '迎新志愿服务', bizDate: '2026-10-10', hours: 3, points: 1, labourHours: 0, organiserId: null, proofs: [], state: 'pending' }),
  growthCap: n => ({ span: 'term', category: 'volunteer', fromOn: `2030-01-${String(1 + (n % 28)).padStart(2, '0')}`, hours: 60, points: null }),
  /** On a day of some term. */
  growthManual: async (n, db) => {
    if (!(await db.unscoped(term).count())) await sampleRow(db, term)
    return { category: 'volunteer', title: `补录${n}`, bizDate: '2026-10-10', hours: 2, points: 1, labourHours: 0, state: 'pending', checkerId: null }
  },
}
export default samples
