import { relationSource } from '#modules/workflow/server/api.ts'
import { type Db, scopeSource } from '#server/context.ts'
import { employUnit } from '../model/unit.ts'

/** The units of an account. */
export async function unitsOf(db: Db, userId = db.me.userId): Promise<string[]> {
  return [...(await db.cached(employUnit)).values()].filter(u => u.userIds?.includes(userId)).map(u => u.id)
}
/** Accounts of a unit. */
export const employersOf = async (db: Db, unitId: string): Promise<readonly string[]> => (await db.cached(employUnit)).get(unitId)?.userIds ?? []
export default [
  /** What `unit` reaches: rows of the units whose accounts name the user. */
  scopeSource('unit', 'unit', db => unitsOf(db)),
  /** A unit that an account has entered itself. */
  scopeSource('unit', 'user', async db => [db.me.userId]),
  /** 用工单位 in flows: the accounts of the unit that a row names. */
  relationSource('employer', (db, whos) => Promise.all(whos.map(({ row }) => employersOf(db, String(row.unitId ?? ''))))),
]
