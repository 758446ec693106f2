import { uuidv7 } from '#server/base/uuid.ts'
import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  ledgerEntry: n => ({
    entryNo: `LZ${n}`,
    book: 'student',
    accountId: uuidv7(),
    kind: 'charge',
    amount: 100,
    sourceType: 'sample',
    sourceId: `${n}`,
    sourceSeq: 1,
    studentId: null,
    accountKey: '学费',
  }),
}
export default samples
