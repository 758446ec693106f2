/** What other parts and modules may call. */
export { type AidOffer, aidOffersOf } from './aid-offers.ts'
export { payoutHold } from './check.ts'
export { type FundClaim, mustBear, releaseGrants, reserveGrants, returnToFund, spendGrants } from './funds.ts'
export { type Grant, type Payable, payOut, withdrawGrant, withdrawLater } from './lists.ts'
export { judgeReturn } from './match-return.ts'
