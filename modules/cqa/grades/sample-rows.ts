import { term } from '#modules/campus/model/calendar.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  gradeLetter: n => ({ name: `等${n}`, score: 80 }),
  courseGrade: async (n, db) => ({
    ...{ xn: (await sampleRow(db, term)).xn, xqM: '1', courseNo: `K${n}`, courseName: `课程${n}`, credit: 2, score: 80, letterId: null, examKind: 'normal' },
  }),
}
export default samples
