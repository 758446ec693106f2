import type { Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { parseAudience } from '#modules/system/model/audience.ts'
import { freezeQueries } from '#modules/system/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { RoundEntity, RoundRow } from '../model/round.ts'
import type { RoundActions } from '../model/round-actions.ts'
import { accountsOf, counted, freeze, publisherOf } from './audience.ts'
import { freezeFacts } from './frozen-facts.ts'
import { type Gap, gapsOf } from './gaps.ts'
import { mustBeLicensed } from './licensed.ts'
import { change, lockInPhase } from './lock-in-phase.ts'
import { announce } from './notify-audience.ts'
import { kindOf } from './round-kinds.ts'

/** Steps without an approver for somebody in the audience (10-W22); empty where nothing is applied for. */
export async function gapsIn(db: Db, of: RoundEntity, row: RoundRow): Promise<Gap[]> {
  const { subject } = kindOf(db, of).options
  return subject ? gapsOf(db, subject, await accountsOf(db, of, row), row.id) : []
}
const sayGap = ({ step, count, sample }: Gap): string => `${step} ${count}${sample.length ? `（${sample.map(s => s.name).join('、')}）` : ''}`
/**
 * Publishes a draft: counts and notifies the audience within the publisher's scope, and runs the module's callback. Used by the page's action and by modules that
 * create another module's task.
 */
export async function publishRound(ctx: Ctx, of: RoundEntity, actions: RoundActions, id: string, confirmGaps = false): Promise<number> {
  await mustBeLicensed(ctx, of)
  return publishRow(ctx, of, actions, await lockInPhase(ctx, of, actions.publish, id, 'publish'), confirmGaps)
}
/** Refuses what cannot be published: its time is over, the module's own check fails, or nobody belongs to the audience. Returns the audience and its size. */
export async function mustBePublishable(ctx: Ctx, of: RoundEntity, { publish }: RoundActions, row: RoundRow): Promise<{ accounts: Sql; count: number }> {
  const { db } = ctx
  if (Date.parse(row.endTime) <= Date.now()) throw refusalOf(publish, 'over', { endTime: schoolTimeText(row.endTime) }, 'endTime')
  const { check, mayBeEmpty } = kindOf(db, of).options
  await check?.(ctx, row)
  const accounts = await accountsOf(db, of, row)
  const { count } = await counted(db, accounts)
  if (!count && !mayBeEmpty) throw refusalOf(publish, 'nobody')
  return { accounts, count }
}
/** Publishes a row that the caller has locked, in a phase from which it may be published. */
export async function publishRow(ctx: Ctx, of: RoundEntity, actions: RoundActions, row: RoundRow, confirmGaps: boolean): Promise<number> {
  const { db, me } = ctx
  const { id } = row
  const { options } = kindOf(db, of)
  await freezeQueries(db, id, parseAudience(row.audience))
  const { accounts, count } = await mustBePublishable(ctx, of, actions, row)
  const missing = confirmGaps ? [] : await gapsIn(db, of, row)
  if (missing.length) throw refusalOf(actions.publish, 'gaps', { gaps: missing.map(sayGap).join('；') })
  if (options.audience === 'frozen') await freeze(db, id, accounts)
  await freezeFacts(db, row, accounts)
  const published = await change(db, of, id, {
    state: 'published',
    stateNote: null,
    publishedAt: new Date().toISOString(),
    audienceCount: count,
    // approved by others, it reaches whom its author does
    publisher: row.publisher ?? publisherOf(me, actions.publish.permission),
  })
  await options.published?.(ctx, published)
  await db.emit('round.published', { roundId: id, bizType: of.name, processType: row.processType, audienceCount: count })
  await announce(db, of, published)
  return count
}
