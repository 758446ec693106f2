import sql from 'sql-template-tag'
import { accountsOf } from '#modules/student/server/api.ts'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { clearedOf, mustBeCleared, noticeKind, publishNotice, returnSeatsOf } from '#modules/workflow/server/api.ts'
import { type Db, handle, on } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { changeMany } from '../../places/server/api.ts'
import { CIVILISED_STAGES, civilisedRoom, civilisedRound } from '../model/civilised.ts'
import { publiciseCivilised } from '../model/civilised-actions.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import type { Title } from './civilised.ts'

const MINE = '/dormitory/check/mine?tab=civilised'
const COLUMNS = ['name', 'college', 'className', 'item']
async function roomNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql`select id, full_name as name from dorm_room where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[])`)
  return new Map(rows.map(r => [r.id, r.name]))
}
/** Publishes the approved rooms, each under its applicant's name (40 §0.5). */
const publicise = handle(publiciseCivilised, async (ctx, { id }) => {
  const { db, lang, refuse } = ctx
  await db.visible(civilisedRound).one(id)
  const of = await db.unscoped(civilisedRound).lock(id) // found within the scope just before
  const phase = phaseOf(of)
  if (of.stage !== 'applying') refuse('stage', { name: of.name, stage: translate(lang, CIVILISED_STAGES[of.stage]) })
  if (phase !== 'closed') refuse('stillOpen', { name: of.name, phase: roundPhases.labels[phase] })
  const rows = await db.unscoped(civilisedRoom).all({ roundId: id, state: ['pending', 'returned', 'approved'] }) // of the whole round
  const waiting = rows.filter(r => r.state === 'pending').length
  if (waiting) refuse('waiting', { count: waiting })
  const agreed = rows.filter(r => r.state === 'approved')
  if (!agreed.length) refuse('nobody', { name: of.name })
  const names = await roomNames(
    db,
    agreed.map(r => r.roomId),
  )
  const columns = of.noticeColumns?.length ? of.noticeColumns.flatMap(c => c ?? []) : COLUMNS
  const lines = agreed.map(r => ({ bizId: r.id, studentId: r.studentId, values: { item: names.get(r.roomId) ?? '', level: `${r.mean}` } }))
  const notice = await publishNotice(ctx, { round: of, roundOf: civilisedRound, of: civilisedRoom, level: of.noticeLevel ?? 'school', columns, lines })
  await db.update(civilisedRound, id, { stage: 'publicised', noticeId: notice.id })
  return { rooms: agreed.length, endAt: notice.endAt }
})
/** 20-DI11: at the end of the notice, rooms without an upheld objection get their title. */
async function award(db: Db, noticeId: string): Promise<void> {
  const of = await db.unscoped(civilisedRound).find({ noticeId }) // scheduled job without a user: no data scope applies
  if (!of) return
  const cleared = await clearedOf(db, noticeId)
  await mustBeCleared(db, 'civilisedRoom', cleared)
  const rows = await db.unscoped(civilisedRoom).all({ id: cleared, state: 'publicised' }) // see above
  await changeMany(db, civilisedRoom, rows, { state: 'awarded', awardedAt: new Date().toISOString() })
  if (of.stage === 'publicised') await db.update(civilisedRound, of.id, { stage: 'awarded' })
  await tellAwarded(db, of.name, rows)
  await db.emitMany(
    'dormitory.civilisedAwarded',
    rows.map(r => ({ roomId: r.roomId, roundId: r.roundId, score: r.mean, studentIds: r.studentIds ?? [] })),
  )
}
async function tellAwarded(db: Db, name: string, rows: readonly Title[]): Promise<void> {
  const names = await roomNames(
    db,
    rows.map(r => r.roomId),
  )
  const membersOf = (r: Title): string[] => (r.studentIds ?? []).flatMap(id => id ?? [])
  const accounts = await accountsOf(db, rows.flatMap(membersOf))
  await notifyEach(
    db,
    CHECK_MESSAGES.civilisedAwarded,
    rows.map(r => ({
      to: membersOf(r).flatMap(id => accounts.get(id) ?? []),
      values: { room: names.get(r.roomId) ?? '', round: name },
      bizType: 'civilisedRoom',
      bizId: r.id,
      link: MINE,
      mobileLink: MINE,
    })),
  )
}
const ended = on('publicNotice.ended', 'dormitory.civilisedAward', async ({ db }, { noticeId }) => {
  if (typeof noticeId === 'string') await award(db, noticeId)
})
/** An upheld objection removes the room; one dismissed after the end of the notice lets it proceed. */
const objected = on('publicNotice.objectionDecided', 'dormitory.civilisedObjection', async ({ db }, { bizType, bizId, upheld }) => {
  if (bizType !== 'civilisedRoom' || typeof bizId !== 'string') return
  const row = await db.unscoped(civilisedRoom).find({ id: bizId }) // the event names the row
  if (row?.state !== 'publicised') return
  if (upheld) {
    await db.update(civilisedRoom, bizId, { state: 'rejected', stateNote: '公示异议成立' })
    return returnSeatsOf(db, 'civilisedRoom', [bizId])
  }
  const of = await db.unscoped(civilisedRound).find({ id: row.roundId }) // see above
  if (of?.stage === 'awarded' && of.noticeId) await award(db, of.noticeId)
})
export default [noticeKind({ entity: civilisedRoom }), publicise, ended, objected]
