/** What other parts may call. */
export { itemsInUse } from './items.ts'
export { type Audit, type Batch, batchOf } from './rows.ts'
