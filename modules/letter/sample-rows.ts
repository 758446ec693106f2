import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'
import { admissionLetter } from './model/admission-letter.ts'
import { letterWaybill } from './model/letter-waybill.ts'

/** A letter of its own: a waybill has one, and a letter one that is open. */
async function place(db: Db): Promise<{ letterId: string; studentId: unknown }> {
  const { id, studentId } = await sampleRow(db, admissionLetter)
  return { letterId: id, studentId }
}
/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  admissionLetter: n => ({ letterNo: `NO${n}`, state: 'toCheck', ofId: null, batchId: null, pdfId: [], voidReason: null, province: null, level: null }),
  letterWaybill: async (n, db) => ({ letterNo: `WB${n}`, waybill: `W${n}`, ...(await place(db)) }),
  waybillEvent: async (n, db) => {
    const { id: waybillId, studentId } = await sampleRow(db, letterWaybill)
    return { waybill: `W${n}`, happenedAt: '2026-01-02T03:04:05.000Z', waybillId, studentId }
  },
  letterRun: n => ({ year: 2000 + (n % 100), state: 'approved', level: null, sampleIds: [uuidv7()] }),
  letterBatch: n => ({ batchNo: `2026-${n}`, count: 1, state: 'done', fileId: [], note: null }),
}
export default samples
