import type { StateVerb } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { selfStudent } from '#modules/student/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { type Member, societyMember } from '../model/member.ts'
import { accept, confirmJoin, decline, join, leave } from '../model/member-actions.ts'
import { type Society, society } from '../model/society.ts'
import { begin, end, goOn, isConfirmed, lockPair, mustBeAtSchool, mustFit, mustHaveFew, mustHavePlace, mustRun, type Pair, refuse } from './membership.ts'
import { memberTodos, tell } from './notify.ts'
import { keepersOf, mustStandFor } from './reach.ts'

export const ownMemberships = ownRows(societyMember, 'studentId')
function mustTakeIn(of: Society): void {
  mustRun(of)
  if (of.joinWay === 'closed') refuse('closed', { society: of.name })
}
/** What concerns the student is judged under the student's lock alone: on recruiting day everybody waits for that of the society. */
const joins = handle(join, async (ctx, { societyId, note }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  mustBeAtSchool(who)
  const shown = await db.unscoped(society).find({ id: societyId }) // what may be done with it is checked next
  if (!shown) throw notFound()
  const before = await db.unscoped(societyMember).find({ societyId, studentId: who.id }) // the caller's own
  if (before?.state === 'active') refuse('already', { name: who.name, society: shown.name })
  if (before?.state === 'asked' || before?.state === 'confirming') refuse('pending', { name: who.name, society: shown.name })
  mustTakeIn(shown)
  await mustHaveFew(db, who, societyId)
  await mustHavePlace(db, shown)
  const isKnown = await isConfirmed(db, who.id)
  const of = await db.unscoped(society).lock(societyId) // as above
  mustTakeIn(of)
  await mustHavePlace(db, of)
  const state = of.joinWay === 'review' ? 'asked' : isKnown ? 'active' : 'confirming'
  return { state: (await begin(db, { who, of }, before, state, note ?? null)).state }
})
interface Locked extends Pair {
  row: Member
}
/** A membership with its student and society, locked in the order of all who change one. */
export async function lockMember({ db }: Pick<Ctx, 'db'>, id: string, verb: StateVerb<typeof societyMember>): Promise<Locked> {
  const found = await db.unscoped(societyMember).find({ id }) // who may act on it is checked by the caller
  if (!found) throw notFound()
  const pair = await lockPair(db, found.studentId, found.societyId)
  return { ...pair, row: await db.unscoped(societyMember).lock(id, verb) } // as above
}
/** 60-SO7: head or deputy; the advisor once they were silent for too long, or where there is none. */
async function mustAnswer(ctx: Ctx, { row, of }: Locked): Promise<void> {
  const standing = await mustStandFor(ctx, of, 'head', 'deputy', 'advisor', 'staff')
  if (row.studentId === ctx.me.studentId) refuse('ownRow')
  if (standing !== 'advisor' || row.told === 'advisor' || row.state !== 'asked') return
  if ((await keepersOf(ctx.db, of)).heads.length) refuse('advisorLater', { until: row.answerBy ? schoolTimeText(row.answerBy) : '' })
}
/** Whose society it is: others learn nothing of the row's state. */
export async function mustReach(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db.unscoped(societyMember).find({ id }) // whose it is is checked next
  if (!found) throw notFound()
  await mustStandFor(ctx, await ctx.db.unscoped(society).one(found.societyId), 'head', 'deputy', 'advisor', 'staff') // as above
}
export default [
  joins,
  ownMemberships.files,
  handle(accept, async (ctx, { id }) => {
    await mustReach(ctx, id)
    const locked = await lockMember(ctx, id, 'accept')
    await mustAnswer(ctx, locked)
    mustBeAtSchool(locked.who)
    mustRun(locked.of)
    await mustFit(ctx.db, locked)
    const state = (await isConfirmed(ctx.db, locked.who.id)) ? 'active' : 'confirming'
    return { state: (await goOn(ctx.db, locked.row, locked.of, state)).state }
  }),
  handle(confirmJoin, async (ctx, { id }) => {
    await ctx.db.visible(societyMember).one(id)
    const locked = await lockMember(ctx, id, 'confirm')
    mustBeAtSchool(locked.who)
    mustRun(locked.of)
    await mustFit(ctx.db, locked)
    return { state: (await goOn(ctx.db, locked.row, locked.of, 'active')).state }
  }),
  handle(decline, async (ctx, { id, reason }) => {
    await mustReach(ctx, id)
    const locked = await lockMember(ctx, id, 'decline')
    await mustAnswer(ctx, locked)
    const after = await ctx.db.update(societyMember, id, { state: 'declined', leaveReason: reason })
    await memberTodos.follow(ctx.db, [after])
    await tell(ctx.db, 'declined', [after], { why: reason })
  }),
  handle(leave, async (ctx, { id, reason }) => {
    await ownMemberships.find(ctx, id)
    const { row, of } = await lockMember(ctx, id, 'leave')
    if (row.role === 'head') refuse('headLeaves', { society: of.name })
    await end(ctx.db, row, of, reason ?? null)
  }),
]
