import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'

const samples: SampleRows = {
  distributionPlan: async (n, db) => ({
    ...{ name: `分班${n}`, grade: (await sampleRow(db, gradeMajor)).grade, gradeMajorIds: [(await sampleRow(db, gradeMajor)).id], classIds: [(await sampleRow(db, stuClass)).id] },
    ...{ balance: ['gender'], scoreFact: null, state: 'draft', previewedAt: null, publishedAt: null },
  }),
  distributionPair: async (_n, db) => ({ studentId: (await sampleRow(db, student)).id, otherId: (await sampleRow(db, student)).id }),
}
export default samples
