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
  return publishLicensed(ctx, of, actions, id, confirmGaps)
}
/** The same for a round that was licensed when its approval began. */
export async function publishLicensed(ctx: Ctx, of: RoundEntity, { publish }: RoundActions, id: string, confirmGaps = false): Promise<number> {
  const { db, me } = ctx
  const { options } = kindOf(db, of)
  const row = await lockInPhase(ctx, of, publish, id, 'publish')
  if (Date.parse(row.endTime) <= Date.now()) throw refusalOf(publish, 'over', { endTime: schoolTimeText(row.endTime) }, 'endTime')
  await freezeQueries(db, id, parseAudience(row.audience))
  await options.check?.(ctx, row)
  const accounts = await accountsOf(db, of, row)
  const { count } = await counted(db, accounts)
  if (!count) throw refusalOf(publish, 'nobody')
  const missing = confirmGaps ? [] : await gapsIn(db, of, row)
  if (missing.length) throw refusalOf(publish, 'gaps', { gaps: missing.map(sayGap).join('；') })
  if (options.audience === 'frozen') await freeze(db, id, accounts)
  await freezeFacts(db, row, accounts)
  const published = await change(db, of, id, {
    state: 'published',
    stateNote: null,
    publishedAt: new Date().toISOString(),
    audienceCount: count,
    // approved by others, it reaches whom its author does
    publisher: row.publisher ?? publisherOf(me, publish.permission),
  })
  await options.published?.(ctx, published)
  await db.emit('round.published', { roundId: id, bizType: of.name, processType: row.processType, audienceCount: count })
  await announce(db, of, published)
  return count
}
