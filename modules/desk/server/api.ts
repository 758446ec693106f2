import sql from 'sql-template-tag'
import { user } from '#modules/system/model/user.ts'
import type { Db } from '#server/context.ts'
import { scheduleEvent } from '../model/schedule.ts'

/** The module's public interface to other modules. */
export interface Appointment {
  userId: string
  title: string
  begin: string
  end: string
  allDay?: boolean
  /** Code of `scheduleKind`. */
  kind?: string
  place?: string | null
  link?: string | null
}
export interface AppointmentSource {
  sourceType: string
  sourceId: string
}
/** Replaces the schedule entries of a source, read-only for users (P4): entries not named any more are deleted. */
export async function settleSchedule(db: Db, source: AppointmentSource, appointments: readonly Appointment[]): Promise<void> {
  const people = new Set((await db.unscoped(user).all({ id: [...new Set(appointments.map(a => a.userId))] })).map(u => u.id)) // recipients chosen by the calling module: no data scope
  const drafts = appointments.filter(a => people.has(a.userId)).map(a => ({ allDay: false, kind: null, place: null, link: null, ...a, ...source }))
  const named = sql`select from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) g("userId" uuid, "begin" timestamptz) where g."userId" = t.user_id and g."begin" = t."begin"`
  await db.tx(async tx => {
    await tx.removeWhere(scheduleEvent, sql`t.source_type = ${source.sourceType} and t.source_id = ${source.sourceId} and not exists (${named})`, { history: false })
    await tx.upsert(scheduleEvent, ['userId', 'sourceType', 'sourceId', 'begin'], drafts, { history: false }) // the calling module has the history
  })
}
