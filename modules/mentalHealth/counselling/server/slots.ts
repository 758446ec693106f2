import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { daysBetween, eachDay, MINUTE_MS, weekdayOf } from '#model/days.ts'
import { schoolMs, schoolTimeText } from '#model/school-time.ts'
import { compute, type Db, handle } from '#server/context.ts'
import { isPsychologist } from '../../attention/server/api.ts'
import { closeSlot, MOST_DAYS, mhSlot, planSlots, USUAL_MINUTES, USUAL_PAUSE } from '../model/slot.ts'
import { callOffAll } from './desk.ts'

interface Hour {
  start: string
  end: string
}
interface Pattern {
  from: string
  to: string
  weekdays: ReadonlyArray<string | null>
  begin: string
  end: string
  minutes: number
  pause: number
}
/** Hours that have not begun yet, one after the other on each of these weekdays. */
function hoursOf({ from, to, weekdays, begin, end, minutes, pause }: Pattern): Hour[] {
  const days = eachDay(from, to).filter(day => weekdays.includes(`${weekdayOf(day)}`))
  const hours = days.flatMap(day => {
    const last = schoolMs(day, end.slice(0, 5)) - minutes * MINUTE_MS
    const starts: number[] = []
    for (let at = schoolMs(day, begin.slice(0, 5)); at <= last; at += (minutes + pause) * MINUTE_MS) starts.push(at)
    return starts
  })
  return hours.filter(at => at > Date.now()).map(at => ({ start: new Date(at).toISOString(), end: new Date(at + minutes * MINUTE_MS).toISOString() }))
}
/** Names what is in the way. Of two plans at once the exclusions of the table refuse the later one. */
async function mustBeFree(db: Db, hours: readonly Hour[], room: string | null): Promise<void> {
  const me = db.me.userId
  const [taken] = await db.query<{ start: string; isOwn: boolean }>(sql`select s.start, s.psychologist_id = ${me} as "isOwn"
    from mh_slot s join jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) x(start timestamptz, "end" timestamptz) on s.start < x."end" and s."end" > x.start
    where s.tenant_id = ${db.me.tenantId} and s.state = 'open' and (s.psychologist_id = ${me} or s.room = ${room}) order by s.start limit 1`)
  if (taken?.isOwn) throw refusalOf(mhSlot, 'busy', { from: schoolTimeText(taken.start) }, 'from')
  if (taken) throw refusalOf(mhSlot, 'roomBusy', { room, from: schoolTimeText(taken.start) }, 'room')
}
const plan = handle(planSlots, async ({ db, me }, given) => {
  // administrators hold all permissions; without an hour of their own there is no appointment and no record that they could read
  if (!isPsychologist({ me })) throw refusalOf(mhSlot, 'notPsychologist')
  const isOnline = given.isOnline === true
  const room = given.room?.trim() || null
  if ((room === null) !== isOnline) throw refusalOf(mhSlot, 'place', {}, 'room')
  if (daysBetween(given.from, given.to) > MOST_DAYS) throw refusalOf(mhSlot, 'long', { n: MOST_DAYS }, 'to')
  const hours = hoursOf({ ...given, minutes: given.minutes ?? USUAL_MINUTES, pause: given.pause ?? USUAL_PAUSE })
  if (!hours.length) throw refusalOf(mhSlot, 'noneLeft', {}, 'to')
  await mustBeFree(db, hours, room)
  const added = await db.insertMany(
    mhSlot,
    hours.map(hour => ({ ...hour, psychologistId: me.userId, room, isOnline })),
  )
  return { added }
})
const close = handle(closeSlot, async ({ db }, { id }) => {
  const row = await db.visible(mhSlot).lock(id, 'close')
  if (Date.parse(row.start) <= Date.now()) throw refusalOf(mhSlot, 'past', { from: schoolTimeText(row.start) })
  await db.update(mhSlot, id, { state: 'closed' })
  await callOffAll(db, id)
})
export default [
  plan,
  close,
  compute(mhSlot, ['isTaken'], async ({ db }, rows) => {
    const taken = await db.query<{ id: string }>(sql`select slot_id as id from mh_appointment
      where tenant_id = ${db.me.tenantId} and slot_id = any(${rows.map(r => r.id)}::uuid[]) and state <> 'cancelled'`)
    const ids = new Set(taken.map(t => t.id))
    for (const row of rows) row.isTaken = ids.has(row.id)
  }),
]
