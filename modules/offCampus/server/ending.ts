import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { genderCode } from '#model/national.ts'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { freeBeds } from '#modules/dormitory/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { bedsFree, endStay, moveBack, revokeStay } from '../model/actions.ts'
import { type OffCampusStay, offCampusStay, stayStates } from '../model/off-campus-stay.ts'
import { own } from './application.ts'
import { stayTodos, tell } from './notify.ts'
import { settingsOf } from './settings.ts'

const payloadOf = ({ studentId, id, fromOn, toOn, keepBed }: OffCampusStay) => ({ studentId, id, fromOn, toOn, keepBed })
/** A return after the last night can be noted so many days ahead. */
const LATEST = 30
const earlier = (...days: readonly [string, string]): string => days.toSorted()[0] ?? ''
async function bedOf(db: Db, studentId: string): Promise<{ hasBed: boolean; free: number; genderCode: string }> {
  const who = await studentOf(db, studentId)
  const [bed] = await db.query<{ n: number }>(sql`select count(*)::int as n from dorm_stay where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and is_open`)
  const gender = who?.genderCode ?? ''
  return { hasBed: Boolean(bed?.n), free: await freeBeds(db, gender), genderCode: gender }
}
/** 50-OC3: a bed first. The last night outside is the one before the return. */
async function end(db: Db, row: OffCampusStay, { backOn, withoutBed = false, reason = null }: { backOn: string; withoutBed?: boolean; reason?: string | null }): Promise<void> {
  const [from, to] = [today(), addDays(row.state === 'active' ? row.toOn : today(), LATEST)]
  if (backOn < from || backOn > to) throw refusalOf(offCampusStay, 'backOn', { backOn, from, to }, 'backOn')
  const bed = await bedOf(db, row.studentId)
  if (!bed.hasBed && !bed.free && !withoutBed) throw refusalOf(offCampusStay, 'noBed', { gender: (await labelsOf(db, genderCode))(bed.genderCode) }, 'backOn')
  const last = addDays(backOn, -1)
  const lastNight = earlier(row.lastNight ?? last, last)
  const after = await db.update(offCampusStay, row.id, { state: 'ended', lastNight, endAt: schoolInstant(backOn, '12:00'), endedOn: backOn, endReason: reason })
  await db.emit('offCampus.ended', payloadOf(after))
  await tell(db, 'ended', [after], () => ({ backOn }))
  await stayTodos.follow(db, [after])
}
const ended = handle(endStay, async ({ db }, { id, ...how }) =>
  end(db, await db.visible(offCampusStay).lock(id, 'end'), { backOn: how.backOn, withoutBed: how.withoutBed === true, reason: how.reason ?? null }),
)
/** For other modules: somebody has come back to live at school, within the caller's permission to note it. False where the stay outside is over. */
export async function endStayFor({ db }: Ctx, id: string, { note }: { note: string | null }): Promise<boolean> {
  const stays = db.visibleFor(offCampusStay, endStay.permission)
  if (!(await stays.count({ id }))) throw notFound()
  const row = await stays.lock(id)
  if (!stayStates.allows(row, 'end')) return false
  await end(db, row, { backOn: today(), reason: note })
  return true
}
const back = handle(moveBack, async (ctx, { id, backOn }) => end(ctx.db, await own.lock(ctx, id, 'moveBack'), { backOn }))
const free = handle(bedsFree, async (ctx: Ctx, { id }) => {
  const row = await ctx.db.unscoped(offCampusStay).one(id) // whoever may read it, is asked next
  if (!own.owns(ctx.me, row) && !(await ctx.db.visibleFor(offCampusStay, endStay.permission).count({ id }))) throw refusalOf(offCampusStay, 'earlier')
  const { hasBed, free: n } = await bedOf(ctx.db, row.studentId)
  return { hasBed, free: n }
})
/** 50-OC6: back within some days, until which nights count as outside. Whoever has not left is expected as ever: no night of theirs counts. */
const revoked = handle(revokeStay, async ({ db }, { id, reason }) => {
  const row = await db.visible(offCampusStay).lock(id, 'revoke')
  const isOutside = row.state === 'active'
  const backOn = isOutside ? addDays(today(), (await settingsOf(db)).backDays) : today()
  const lastNight = earlier(row.toOn, addDays(isOutside ? backOn : row.fromOn, -1))
  const endedOn = isOutside ? null : backOn
  const after = await db.update(offCampusStay, id, { state: 'revoked', lastNight, endAt: schoolInstant(backOn, '12:00'), endedOn, endReason: reason })
  await db.emit('offCampus.ended', payloadOf(after))
  await tell(db, 'revoked', [after], () => ({ reason, backOn }))
  await stayTodos.follow(db, [after])
})
export default [ended, back, free, revoked]
