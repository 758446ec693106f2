import sql from 'sql-template-tag'
import type { InputOf } from '#model'
import { type Located, locatedAt, metresAway } from '#model/geo.ts'
import { isNumber, isTicket } from '#server/base/rotating-code.ts'
import type { ActionCtx } from '#server/context.ts'
import type { sign } from '../model/actions.ts'
import { type Flag, isClockOff } from '../model/flags.ts'
import { signLine } from '../model/sign-line.ts'
import { lackingWays, ownWays, WAYS, type Way } from '../model/ways.ts'
import type { Occurrence } from './occurrences.ts'
import { settingsOf } from './settings.ts'

export type Signing = ActionCtx<typeof sign>
export type Evidence = Omit<InputOf<typeof sign>, 'occurrenceId'>
/** Evidence submitted, validated. */
export interface Proof {
  ways: Way[]
  spot: Located | null
  photo: { id: string; print: string } | null
  flags: Flag[]
}
export const MOST_PHOTO_KB = 300

/** 20-SA4: within the fence, and with sufficient accuracy. */
async function placed(ctx: Signing, of: Occurrence, given: Evidence): Promise<Proof['spot']> {
  const at = locatedAt(given)
  if (!at) return null
  const { maxAccuracy } = await settingsOf(ctx.db)
  if (at.accuracy > maxAccuracy) ctx.refuse('inaccurate', { accuracy: at.accuracy, most: maxAccuracy })
  const distance = metresAway(of.fences ?? [], at)
  if (distance) ctx.refuse('outside', { distance, accuracy: at.accuracy })
  return at
}
interface Tried {
  tries: number
  pausedFor: number
}
/** 20-SA5: five wrong numbers, then a lockout; attempts are committed although the request is refused. */
async function numbered(ctx: Signing, of: Occurrence, given: string): Promise<void> {
  const { db, me } = ctx
  const { numberTries, numberPauseSeconds } = await settingsOf(db)
  const mine = sql`tenant_id = ${me.tenantId} and occurrence_id = ${of.id} and student_id = ${me.studentId}`
  const [before] =
    await db.query<Tried>(sql`select coalesce(tries, 0) as tries, greatest(0, ceil(${numberPauseSeconds} - extract(epoch from now() - coalesce(tried_at, 'epoch'::timestamptz))))::int as "pausedFor"
    from sign_line where ${mine}`)
  if (before && before.tries >= numberTries && before.pausedFor > 0) ctx.refuse('numberPause', { tries: numberTries, seconds: before.pausedFor })
  if (isNumber(of.secret, given, Date.now())) return
  const tried = { tries: sql`case when coalesce(tries, 0) >= ${numberTries} then 1 else coalesce(tries, 0) + 1 end`, triedAt: sql`now()` }
  const [after] = await db.updateWhere(signLine, mine, tried, { returning: ['tries'], bookkeeping: true })
  const tries = after?.tries ?? numberTries
  if (tries >= numberTries) ctx.refuse('numberPause', { tries: numberTries, seconds: numberPauseSeconds })
  ctx.refuse('number', { left: numberTries - tries }, 'number')
}
/** 20-SA6: a photo of one's own, reduced by the phone. */
async function pictured(ctx: Signing, ids: readonly string[] | null | undefined): Promise<Proof['photo']> {
  const [id] = ids ?? []
  if (!id) return null
  const [file] = await ctx.db.query<{ size: number; sha256: string }>(
    sql`select size::int as size, sha256 from attachment where tenant_id = ${ctx.me.tenantId} and id = ${id} and owner_id = ${ctx.me.userId} and biz_id is null`,
  )
  if (!file) return null
  const size = Math.ceil(file.size / 1024)
  if (size > MOST_PHOTO_KB) ctx.refuse('photoBig', { size, most: MOST_PHOTO_KB })
  return { id, print: file.sha256 }
}
/** Validates all evidence; missing parts are named, so that the page can ask for them. */
export async function prove(ctx: Signing, of: Occurrence, given: Evidence): Promise<Proof> {
  const asked = ownWays(of.ways)
  if (!asked.length) ctx.refuse('staffOnly', { name: of.name })
  const now = Date.now()
  const ways: Way[] = []
  if (asked.includes('qr') && given.ticket) {
    if (!isTicket(of.secret, ctx.me.userId, given.ticket, now)) ctx.refuse('tokenOld')
    ways.push('qr')
  }
  if (asked.includes('number') && given.number) {
    await numbered(ctx, of, given.number)
    ways.push('number')
  }
  const spot = asked.includes('location') ? await placed(ctx, of, given) : null
  if (spot) ways.push('location')
  const photo = asked.includes('photo') ? await pictured(ctx, given.photo) : null
  if (photo) ways.push('photo')
  const lacking = lackingWays(of.ways, of.wayRule, ways)
  if (lacking.length === 1 && lacking[0] === 'location') ctx.refuse('mustLocate')
  if (lacking.length) ctx.refuse(of.wayRule === 'any' && lacking.length > 1 ? 'lackingAny' : 'lacking', { ways: lacking.map(way => WAYS[way]) })
  const { clockMinutes } = await settingsOf(ctx.db)
  const flags: Flag[] = [...(given.isMocked ? (['mocked'] as const) : []), ...(isClockOff(given.clientAt, now, clockMinutes) ? (['clockOff'] as const) : [])]
  return { ways, spot, photo, flags }
}
