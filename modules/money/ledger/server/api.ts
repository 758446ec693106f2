/** What other parts and modules may call. */
export { closeDay, type MoneyDraft, openDay, postMoney, reverseMoney } from './post-money.ts'
