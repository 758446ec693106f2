import { studentNumbers } from '#modules/student/server/api.ts'
import { ledgerCheck } from '#server/ledger/check.ts'
import { branchLedger } from '../model/branch.ts'
import { leagueFee } from '../model/fee.ts'

export default [ledgerCheck(branchLedger, { role: 'finance', link: '/league/branches' }), ...studentNumbers(leagueFee)]
