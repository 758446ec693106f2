import { ledgerCheck } from '#server/ledger/check.ts'
import { tillLedger } from '../model/till.ts'

export default ledgerCheck(tillLedger, { role: 'officer', link: '/till' })
