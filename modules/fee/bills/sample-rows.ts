import { uuidv7 } from '#server/base/uuid.ts'
import type { SampleRows } from '#testing/samples.ts'

const payer = () => ({ payerType: 'external', payerId: uuidv7(), studentId: null, payerName: '校外单位' })
const nothing = { charged: 0, reduced: 0, paid: 0, offset: 0, owed: 0, loanPending: 0 }
/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  billLine: n => ({ ...payer(), ...nothing, xn: '2026-2027', sourceType: 'sample', sourceId: `${n}`, sourceSeq: '1', explain: {} }),
  payerCredit: () => ({ ...payer(), origin: 'own', book: 'student', balance: 0 }),
  openingBalance: n => ({ xn: `${2000 + (n % 900)}-${2001 + (n % 900)}` }),
  adjustment: () => ({ kind: 'charge', creditId: null, entryId: null, fundId: null, amount: 1_00, payerName: '校外单位', checkerId: null, state: 'pending' }),
  billRun: () => ({ xn: '2026-2027', itemIds: [] }),
}
export default samples
