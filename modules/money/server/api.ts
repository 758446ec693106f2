/** What other modules may call. */
export * from '../ledger/server/api.ts'
export * from '../payout/server/api.ts'
