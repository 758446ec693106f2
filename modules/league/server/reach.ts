import { type Row, refusalOf } from '#model'
import type { Ctx } from '#server/context.ts'
import { leagueBranch } from '../model/branch.ts'

export type Branch = Row<typeof leagueBranch>
type Caller = Pick<Ctx, 'db' | 'me'>
/** The branch whose secretary the caller is: their rights follow it and reach no other. */
export async function ownBranch({ db, me }: Caller): Promise<Branch | undefined> {
  return me.studentId ? db.unscoped(leagueBranch).find({ secretaryId: me.studentId }) : undefined // the caller's own post
}
/** Of these branches those that the caller acts for: as their secretary, or as staff whose permission reaches them. */
export async function standsFor(ctx: Caller, branchIds: readonly string[], permission: string): Promise<ReadonlySet<string>> {
  const ids = [...new Set(branchIds)]
  const [own, reached] = [await ownBranch(ctx), await ctx.db.visibleFor(leagueBranch, permission).all({ id: ids })]
  return new Set([...reached.map(b => b.id), ...ids.filter(id => id === own?.id)])
}
/** Refuses, by the name of a branch that the caller does not act for. */
export async function mustStandFor(ctx: Caller, branchIds: readonly string[], permission: string): Promise<void> {
  const reached = await standsFor(ctx, branchIds, permission)
  const beyond = branchIds.find(id => !reached.has(id))
  if (beyond) throw refusalOf(leagueBranch, 'notYours', { name: (await ctx.db.unscoped(leagueBranch).one(beyond)).name }) // names the branch in the refusal
}
