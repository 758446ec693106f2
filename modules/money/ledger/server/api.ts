/** What other parts and modules may call. */
export { closeDay, type MoneyDraft, openDay, postMoney } from './post-money.ts'
