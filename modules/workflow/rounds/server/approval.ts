import type { FlowSubject } from '#flow/index.ts'
import type { Ctx } from '#server/context.ts'
import { cancel, resubmit, runningCase, submit } from '../../cases/server/api.ts'
import type { ApplicationHooks } from '../../flows/server/api.ts'
import type { RoundEntity, RoundRow } from '../model/round.ts'
import type { RoundActions } from '../model/round-actions.ts'
import { publisherOf } from './audience.ts'
import { mustBeLicensed } from './licensed.ts'
import { change, lockInPhase } from './lock-in-phase.ts'
import { mustBePublishable, publishRow } from './publish.ts'

/** Publishing of a round that others approve: what would refuse it is refused now, and it waits (`pending`). Returns the size of its audience. */
export async function askApproval(ctx: Ctx, of: RoundEntity, actions: RoundActions, subject: FlowSubject, id: string): Promise<number> {
  const { db, me } = ctx
  await mustBeLicensed(ctx, of)
  const row = await lockInPhase(ctx, of, actions.publish, id, 'publish')
  const { count } = await mustBePublishable(ctx, of, actions, row)
  const waiting = await change(db, of, id, { state: 'pending', stateNote: null, publisher: publisherOf(me, actions.publish.permission) })
  await ((await runningCase(db, { bizType: of.name, bizId: id })) ? resubmit(ctx, subject, waiting) : submit(ctx, subject, waiting))
  return count
}
/** A round that is taken away or cancelled takes its approval along. */
export async function endApproval(ctx: Ctx, of: RoundEntity, { id }: Pick<RoundRow, 'id'>, reason: string): Promise<void> {
  const which = { bizType: of.name, bizId: id }
  if (await runningCase(ctx.db, which)) await cancel(ctx, which, reason)
}
/** Callbacks of the approval of a round: approved it is published; refused, returned or withdrawn it is a draft again, with the reason. */
export function roundApproval<R extends RoundRow>(
  of: RoundEntity,
  actions: RoundActions,
  own: Pick<ApplicationHooks<R>, 'describe' | 'link'>,
): Pick<ApplicationHooks<R>, 'describe' | 'link' | 'states' | 'onApproved' | 'onRejected' | 'onReturned' | 'onWithdrawn'> {
  const back: NonNullable<ApplicationHooks<R>['onReturned']> = async ({ db, opinion }, { id }) => {
    await change(db, of, id, { stateNote: opinion, publisher: null })
  }
  return {
    ...own,
    states: { approved: 'pending', rejected: 'draft', returned: 'draft', withdrawn: 'draft' },
    // licensed when its approval began; whoever decides last need not be allowed to publish
    async onApproved({ db, me, lang }, { id }) {
      const row = (await db.unscoped(of).lock(id)) as RoundRow // being approved
      await publishRow({ db, me, lang, ip: '', traceId: '' }, of, actions, row, true)
    },
    onRejected: back,
    onReturned: back,
    onWithdrawn: back,
  }
}
