import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Gate } from './gate.ts'
import { runFor, runOn } from './pool.ts'
import { Transaction } from './transaction.ts'

/** The part of `Db` that identity uses, so that its functions serve modules and sign-in alike. */
export interface TenantDb {
  readonly me: { readonly tenantId: string; readonly userId: string | null }
  query<T extends object = Record<string, unknown>>(statement: Sql): Promise<T[]>
  /** Emits an event after commit; only available with a gate. */
  emit?(event: string, payload: Record<string, unknown>): Promise<void>
}
/** A system gate whose writes carry a user's name. */
export const inNameOf = (gate: Gate, userId: string): TenantDb => ({
  me: { tenantId: gate.me.tenantId, userId },
  query: statement => gate.query(statement),
  emit: (event, payload) => gate.emit(event, payload),
})
/** Runs `work` in one transaction for one tenant. */
export async function withTenant<T>(pool: pg.Pool, tenantId: string, work: (db: TenantDb) => Promise<T>, userId: string | null = null): Promise<T> {
  const { result } = await Transaction.run(pool, tenantId, tx => work({ me: { tenantId, userId }, query: statement => tx.query(statement.text, statement.values) }))
  return result
}
/** Single statements for one tenant, each its own transaction. */
export const onTenant = (pool: pg.Pool, tenantId: string): TenantDb => ({ me: { tenantId, userId: null }, query: statement => runFor(pool, tenantId, statement) })
/** One statement on the tables that belong to no tenant. */
export const ask = <T extends object>(pool: pg.Pool, statement: Sql): Promise<T[]> => runOn<T>(pool, statement.text, statement.values)
