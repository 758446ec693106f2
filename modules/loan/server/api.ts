/** What other modules may call. */
export { type Repayment, repayLoans } from './repay.ts'
