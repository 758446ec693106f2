import type { StateVerb } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type Ctx, handle } from '#server/context.ts'
import { societyMember } from '../model/member.ts'
import { answerRemoval, askRemoval, giveRole, keepMember, removeMember } from '../model/member-actions.ts'
import { lockMember, mustReach, ownMemberships } from './join.ts'
import { end, refuse, told } from './membership.ts'
import { tell } from './notify.ts'
import { mustStandFor } from './reach.ts'
import { settingsOf } from './settings.ts'

/** The row of a member whom head, deputy or staff decide about; nobody about themselves, nobody about the head. */
async function managed(ctx: Ctx, id: string, verb: StateVerb<typeof societyMember>) {
  await mustReach(ctx, id)
  const locked = await lockMember(ctx, id, verb)
  await mustStandFor(ctx, locked.of, 'head', 'deputy', 'staff')
  if (locked.row.studentId === ctx.me.studentId) refuse('ownRow')
  if (locked.row.role === 'head') refuse('headStays', { name: locked.who.name })
  return locked
}
const NO_REMOVAL = { removalReason: null, hearUntil: null, statement: null } as const
export default [
  handle(askRemoval, async (ctx, { id, reason }) => {
    const { row } = await managed(ctx, id, 'askRemoval')
    const hearUntil = new Date(Date.now() + (await settingsOf(ctx.db)).hearDays * DAY_MS).toISOString()
    await tell(ctx.db, 'removalAsked', [await ctx.db.update(societyMember, row.id, { removalReason: reason, hearUntil, statement: null })], {
      why: reason,
      until: schoolTimeText(hearUntil),
    })
  }),
  handle(answerRemoval, async (ctx, { id, statement }) => {
    await ownMemberships.find(ctx, id)
    const { row, of } = await lockMember(ctx, id, 'answerRemoval')
    if (!row.hearUntil) refuse('noHearing', { society: of.name })
    await ctx.db.update(societyMember, id, { statement })
  }),
  handle(keepMember, async (ctx, { id }) => {
    await ctx.db.update(societyMember, (await managed(ctx, id, 'keepMember')).row.id, NO_REMOVAL)
  }),
  /** Heard first: after the member has answered, or has let the time pass. */
  handle(removeMember, async (ctx, { id }) => {
    const { row, of, who } = await managed(ctx, id, 'removeMember')
    const { removalReason, hearUntil, statement } = row
    if (!removalReason || !hearUntil) return refuse('notAsked', { name: who.name })
    if (!statement && Date.parse(hearUntil) > Date.now()) refuse('hearing', { society: of.name, name: who.name, until: schoolTimeText(hearUntil) })
    await tell(ctx.db, 'removed', [await end(ctx.db, row, of, removalReason)], { why: removalReason })
  }),
  /** Deputies, treasurers and others; the head changes by approval. */
  handle(giveRole, async (ctx, { id, role }) => {
    const { row } = await managed(ctx, id, 'giveRole')
    if (row.role === role) return
    await told(ctx.db, await ctx.db.update(societyMember, id, { role, postDoubt: null }))
  }),
]
