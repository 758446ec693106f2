import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type ActionCtx, type Ctx, type Db, handle } from '#server/context.ts'
import { rebind, type sign, unbind } from '../model/actions.ts'
import { myDevices } from '../model/read-actions.ts'
import { deviceBinding } from '../model/sign-line.ts'
import { settingsOf } from './settings.ts'

interface Bound {
  id: string
  /** The student had another phone bound before: raises a flag. */
  isNew: boolean
}
const active = (db: Db) => sql`tenant_id = ${db.me.tenantId} and user_id = ${db.me.userId} and ended_at is null`
/** Binds the phone to the student on first use while a slot is free. */
export async function bindDevice(ctx: ActionCtx<typeof sign>, deviceKey: string, deviceName: string | null | undefined): Promise<Bound> {
  const { db } = ctx
  const [known] = await db.query<{ id: string }>(sql`select id from device_binding where ${active(db)} and device_key = ${deviceKey}`)
  if (known) return { id: known.id, isNew: false }
  const { maxDevices } = await settingsOf(db)
  const made = await insertBinding(db, deviceKey, deviceName, maxDevices)
  if (made) return made
  // concurrent requests of one phone bind it once
  const [meanwhile] = await db.query<{ id: string }>(sql`select id from device_binding where ${active(db)} and device_key = ${deviceKey}`)
  if (meanwhile) return { id: meanwhile.id, isNew: false }
  const names = await db.query<{ name: string | null }>(sql`select name from device_binding where ${active(db)} order by slot`)
  return ctx.refuse('deviceLimit', { most: maxDevices, names: names.map(n => n.name ?? '—').join('、') })
}
async function insertBinding(db: Db, deviceKey: string, name: string | null | undefined, most: number): Promise<Bound | undefined> {
  const { userId, studentId } = db.me
  if (!studentId) return undefined // only students have a line
  const before = await db.unscoped(deviceBinding).count({ userId }) // their own
  const free = sql`generate_series(1, ${most}::int) n where not exists (select from device_binding where ${active(db)} and slot = n) order by n limit 1`
  const draft = { userId, studentId, deviceKey, name: name ?? null, slot: sql`n` }
  const [made] = await db.insertFrom(deviceBinding, draft, free, { skipExisting: true })
  return made && { id: made.id, isNew: before > 0 }
}
/** When this student may next change phones on their own. */
async function nextRebind(db: Db): Promise<string | null> {
  const { rebindDays } = await settingsOf(db)
  const [last] = await db.query<{ at: string }>(
    sql`select max(ended_at) as at from device_binding where tenant_id = ${db.me.tenantId} and user_id = ${db.me.userId} and ended_by = ${db.me.userId} having max(ended_at) is not null`,
  )
  const next = last && addDays(schoolDate(last.at), rebindDays)
  return next && next > today() ? next : null
}
/** 20-SA9: replaces the phone bound longest. */
const rebound = handle(rebind, async (ctx, { deviceKey, deviceName }) => {
  const { db, me, refuse } = ctx
  const studentId = ownStudentId(me)
  const { maxDevices, rebindDays } = await settingsOf(db)
  // serializes concurrent changes
  await db.query(sql`select 1 from student where tenant_id = ${me.tenantId} and id = ${studentId} for no key update`)
  const bound = await db.query<{ id: string; deviceKey: string }>(sql`select id, device_key as "deviceKey" from device_binding where ${active(db)} order by bound_at, slot`)
  if (bound.some(b => b.deviceKey === deviceKey)) refuse('known')
  const [oldest] = bound
  if (!oldest || bound.length < maxDevices) return refuse('free', { count: bound.length, most: maxDevices })
  const next = await nextRebind(db)
  if (next) refuse('soon', { days: rebindDays, last: addDays(next, -rebindDays) })
  await db.update(deviceBinding, oldest.id, { endedAt: new Date().toISOString(), endedBy: me.userId })
  await insertBinding(db, deviceKey, deviceName, maxDevices)
})
const unbound = handle(unbind, async ({ db, me }: Pick<Ctx, 'db' | 'me'>, { ids, reason }) => {
  const bound = sql`t.ended_at is null and t.id in (select id from ${db.visible(deviceBinding).rows()} d where d.id = any(${ids}::uuid[]))`
  const ended = await db.sourced(reason.slice(0, 60)).updateWhere(deviceBinding, bound, { endedAt: sql`now()`, endedBy: me.userId })
  return { count: ended.length }
})
const mine = handle(myDevices, async ({ db }) => {
  const { maxDevices } = await settingsOf(db)
  const devices = await db.query<{ name: string | null; boundAt: string }>(sql`select name, bound_at as "boundAt" from device_binding where ${active(db)} order by slot`)
  return { most: maxDevices, nextRebindOn: await nextRebind(db), devices }
})
export default [rebound, unbound, mine]
