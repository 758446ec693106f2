import { accountsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { leagueBranch } from '../model/branch.ts'

/** Accounts of a branch's secretary, and of the staff of its college. */
export interface Keepers {
  secretary: readonly string[]
  college: readonly string[]
}
const NOBODY: Keepers = { secretary: [], college: [] }
/** Who keeps each of these branches, in as many statements for one as for a thousand. */
export async function keepersOf(db: Db, branchIds: readonly string[]): Promise<(branchId: string) => Keepers> {
  const branches = await db.unscoped(leagueBranch).all({ id: [...new Set(branchIds)] }) // who is responsible for them
  const places = branches.map(({ departmentId }) => ({ departmentId, counselledClassId: null }))
  const [accounts, staff] = [
    await accountsOf(
      db,
      branches.flatMap(b => b.secretaryId ?? []),
    ),
    await staffOfAll(db, places, 'college'),
  ]
  const of = new Map(branches.map(({ id, secretaryId }, at) => [id, { secretary: [accounts.get(secretaryId ?? '') ?? []].flat(), college: staff[at] ?? [] }]))
  return branchId => of.get(branchId) ?? NOBODY
}
/** Who acts for a branch: its secretary, else the staff of its college. */
export const acting = ({ secretary, college }: Keepers): readonly string[] => (secretary.length ? secretary : college)
