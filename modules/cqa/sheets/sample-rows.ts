import { student } from '#modules/student/model/student.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'
import { cqaIndex } from '../schemes/model/index-row.ts'
import { cqaSheet } from './model/sheet.ts'

const samples: SampleRows = {
  cqaSheet: n => ({ grade: 2023, state: 'open', excludedReason: null, dimensions: [], items: {}, total: 60 + (n % 40), rankShare: 10, pendingReason: null }),
  cqaScore: n => ({ stage: 'fdy', score: n % 100 }),
  cqaCorrection: n => ({ resultNo: 2 + (n % 90), changes: '品德表现 8.00 → 9.00' }),
  cqaItemScore: async (n, db) => {
    const { schemeId, code } = await sampleRow(db, cqaIndex)
    const { id: studentId } = await sampleRow(db, student)
    await db.insert(cqaSheet, { schemeId: String(schemeId), studentId })
    return { schemeId, studentId, indexCode: code, score: n % 100 }
  },
}
export default samples
