import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** Invariant checked before a transaction that changed grants commits; registered by `modules/system`. */
export interface GrantGuard {
  kind: 'grantGuard'
  /** Refuses by throwing. `db.me` made the change; `userId` is empty for the program itself. */
  check(db: Db): Promise<void>
  /** Called after an update of the program wrote default grants: removes those a school's settings forbid. */
  seeded(db: Db, rows: ReadonlyArray<{ roleId: string; menuId: string }>): Promise<void>
}
export const grantGuards = extensionPoint<GrantGuard>('grantGuard')
export const grantGuard = (guard: Omit<GrantGuard, 'kind'>): GrantGuard => grantGuards.make(guard)
