import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** Run when a transaction that changed grants is about to commit; `modules/system` registers what must hold then. */
export interface GrantGuard {
  kind: 'grantGuard'
  /** Refuses by throwing. `db.me` is whoever made the change; the program itself has no `userId`. */
  check(db: Db): Promise<void>
  /** Default grants that an update of the program has just written: takes away those a school's settings forbid. */
  seeded(db: Db, rows: ReadonlyArray<{ roleId: string; menuId: string }>): Promise<void>
}
export const grantGuards = extensionPoint<GrantGuard>('grantGuard')
export const grantGuard = (guard: Omit<GrantGuard, 'kind'>): GrantGuard => grantGuards.make(guard)
