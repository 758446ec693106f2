import sql, { type Sql } from 'sql-template-tag'
import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

interface TestMoney extends Registration {
  kind: 'feeTestMoney'
  /** Entries of lines that were paid for a try, as rows with `id`, `account_id` and `amount`. */
  entries(db: Db): Sql
}
/** Told by the orders, which stand above the bills. */
export const testMoney = solePoint<TestMoney>('feeTestMoney')
/** 40-F19: entries that no sum counts, as a subselect. */
export const testEntries = (db: Db): Sql => testMoney.of(db)?.entries(db) ?? sql`(select id, account_id, amount from ledger_entry where false)`
