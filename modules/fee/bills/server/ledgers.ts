import { ledgerCheck } from '#server/ledger/check.ts'
import { billLedger, creditLedger } from '../model/bill-line.ts'

const toFinance = { role: 'finance' } as const
export default [ledgerCheck(billLedger, { ...toFinance, link: '/fee/lines' }), ledgerCheck(creditLedger, { ...toFinance, link: '/fee/credits' })]
