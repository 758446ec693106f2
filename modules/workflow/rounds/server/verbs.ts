import { schoolTimeText } from '#model/school-time.ts'
import type { Handler } from '#server/context.ts'
import { handle } from '#server/context.ts'
import { conditionsIn } from '../model/conditions.ts'
import type { RoundEntity, RoundRow } from '../model/round.ts'
import type { RoundActions } from '../model/round-actions.ts'
import { ROUND_MESSAGES } from '../model/round-messages.ts'
import { askApproval, endApproval } from './approval.ts'
import { accountsOf, counted } from './audience.ts'
import { closeRound, stopTaking } from './end.ts'
import { mustBeLicensed } from './licensed.ts'
import { change, lockInPhase } from './lock-in-phase.ts'
import { broughtForward, movedInto } from './moments.ts'
import { tellAudience } from './notify-audience.ts'
import { gapsIn, publishRound } from './publish.ts'
import { copySeats } from './quota.ts'
import type { RoundOptions } from './round-kinds.ts'

/** Actions for people who publish, extend or end rounds of one kind. */
export function roundVerbs(of: RoundEntity, actions: RoundActions, options: RoundOptions): Handler[] {
  return [
    handle(actions.preview, async ({ db }, { id }) => {
      const row = (await db.visible(of).one(id)) as RoundRow
      return { ...(await counted(db, await accountsOf(db, of, row))), mayBeEmpty: options.mayBeEmpty === true, gaps: await gapsIn(db, of, row) }
    }),
    handle(actions.publish, async (ctx, { id, confirmGaps }) => ({
      count: await (options.approval ? askApproval(ctx, of, actions, options.approval, id) : publishRound(ctx, of, actions, id, confirmGaps === true)),
    })),
    handle(actions.extend, async (ctx, { id, endTime, reason }) => {
      const row = await lockInPhase(ctx, of, actions.extend, id, 'extend')
      if (Date.parse(endTime) <= Math.max(Date.parse(row.endTime), Date.now()))
        ctx.refuse('earlier', { endTime: schoolTimeText(endTime), was: schoolTimeText(row.endTime) }, 'endTime')
      const longer = await change(ctx.db, of, id, { endTime, stateNote: reason, ...(row.state === 'closed' ? { state: 'published' as const } : {}) })
      if (row.state === 'closed') await options.reopened?.(ctx, longer)
      await options.extended?.(ctx, longer)
      await tellAudience(ctx.db, of, longer, ROUND_MESSAGES.roundExtended, reason)
    }),
    handle(actions.close, async (ctx, { id, reason }) => {
      const row = await lockInPhase(ctx, of, actions.close, id, 'close')
      const now = new Date().toISOString()
      const begun = Date.parse(row.beginTime) < Date.parse(now)
      const ended = begun ? await change(ctx.db, of, id, { ...broughtForward(row, options.moments ?? [], now), endTime: now }) : row
      await tellAudience(ctx.db, of, await closeRound(ctx, of, ended, reason), ROUND_MESSAGES.roundClosed, reason)
    }),
    handle(actions.pause, async (ctx, { id, reason }) => {
      await lockInPhase(ctx, of, actions.pause, id, 'pause')
      const paused = await change(ctx.db, of, id, { state: 'paused', stateNote: reason })
      await options.paused?.(ctx, paused)
      await tellAudience(ctx.db, of, paused, ROUND_MESSAGES.roundPaused, reason)
    }),
    handle(actions.resume, async (ctx, { id }) => {
      await lockInPhase(ctx, of, actions.resume, id, 'resume')
      const resumed = await change(ctx.db, of, id, { state: 'published', stateNote: null })
      await options.resumed?.(ctx, resumed)
      await tellAudience(ctx.db, of, resumed, ROUND_MESSAGES.roundResumed)
    }),
    handle(actions.cancel, async (ctx, { id, reason }) => {
      const row = await lockInPhase(ctx, of, actions.cancel, id, 'cancel')
      if (options.approval) await endApproval(ctx, of, row, reason)
      const cancelled = await change(ctx.db, of, id, { state: 'cancelled', stateNote: reason })
      if (!row.publishedAt) return
      await stopTaking(ctx, of, cancelled)
      await tellAudience(ctx.db, of, cancelled, ROUND_MESSAGES.roundCancelled, reason)
    }),
    handle(actions.archive, async (ctx, { id }) => {
      await lockInPhase(ctx, of, actions.archive, id, 'archive')
      await change(ctx.db, of, id, { state: 'archived' })
    }),
    handle(actions.copy, async (ctx, { id, ...given }) => {
      const { db, me } = ctx
      await mustBeLicensed(ctx, of)
      const from = (await db.visibleFor(of, `${of.module}:${of.name}:list`).one(id)) as RoundRow
      const to = (await db.insert(
        of,
        copyOf(of, from, { ...movedInto(from, options.moments ?? [], given), ...given, ownerDepartmentId: from.ownerDepartmentId ?? me.departmentId }) as never,
      )) as RoundRow
      await copySeats(db, from.id, to.id)
      await options.copied?.(ctx, from, to)
      return { id: to.id }
    }),
  ]
}
/** Copies the settings of the last round, not its results. */
function copyOf(of: RoundEntity, from: RoundRow, given: Partial<RoundRow>): Record<string, unknown> {
  const kept = Object.entries(of.fields).filter(([, f]) => !f.options.computed && !f.options.readonly)
  return {
    ...Object.fromEntries(kept.map(([name]) => [name, (from as Record<string, unknown>)[name] ?? null])),
    ...('conditions' in of.fields ? { conditions: conditionsIn(from) } : {}),
    ...given,
    processType: from.processType,
    copiedFrom: from.id,
    state: 'draft',
  }
}
