import { accountNames } from '#server/access/accounts.ts'
import type { Db } from '#server/context.ts'

/** Names of accounts, by id. */
export async function namesOf(db: Db, ids: ReadonlyArray<string | null>): Promise<(id: string | null) => string> {
  const names = await accountNames(db, ids)
  return id => names.get(id ?? '') ?? '—'
}
