import sql from 'sql-template-tag'
import { addDays } from '#model/days.ts'
import { schoolDayEnd } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'

export interface Hour {
  start: string
  end: string
  psychologist: string
  room: string | null
  isOnline: boolean
}
/** The end of the days on which students can book. */
export async function bookableUntil(db: Db): Promise<string> {
  return schoolDayEnd(addDays(today(), (await settingsOf(db)).bookDays))
}
/** Hours that can be booked now, the next one first; of one psychologist also those that students cannot book yet. */
export async function freeSlots(db: Db, { most, of }: { most?: number; of?: string } = {}): Promise<Array<Hour & { slotId: string }>> {
  const which = of ? sql`s.psychologist_id = ${of}` : sql`s.start < ${await bookableUntil(db)}::timestamptz`
  return db.query(sql`select s.id as "slotId", s.start, s."end", u.nick_name as psychologist, s.room, s.is_online as "isOnline"
    from mh_slot s join sys_user u on u.tenant_id = s.tenant_id and u.id = s.psychologist_id
    where s.tenant_id = ${db.me.tenantId} and s.state = 'open' and s.start > now() and ${which}
      and not exists (select from mh_appointment a where a.tenant_id = s.tenant_id and a.slot_id = s.id and a.state <> 'cancelled')
    order by s.start, s.id limit ${most ?? null}`)
}
