import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { schoolMs, schoolTimeText } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { fileReader } from '#server/files/readers.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { settingsReader } from '#server/params/settings.ts'
import { examApplicant } from '../../entry/model/applicant.ts'
import { correctSeat, examRoomSheet, markSeat, myExamRooms, scanTicket } from '../model/attendance.ts'
import { SEATING_PARAMETERS } from '../model/parameters.ts'
import { type ATTENDANCE, examSeat } from '../model/seat.ts'

const settingsOf = settingsReader('exam', SEATING_PARAMETERS)
const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(examSeat, key, values)
}
type Attendance = keyof typeof ATTENDANCE
interface RoomSession {
  sessionId: string
  roomId: string
  batchId: string
  batch: string
  subject: string
  date: string
  from: string
  to: string
  roomNo: string
  venue: string
  isOpened: boolean
  seated: number
  present: number
  absent: number
  violation: number
}
/** Rooms of sessions in which the caller invigilates, with who came. Who has left since is not counted. */
const roomsOf = ({ db, me }: Pick<Ctx, 'db' | 'me'>, where: Sql): Promise<RoomSession[]> =>
  db.query(sql`select x.id as "sessionId", r.id as "roomId", r.batch_id as "batchId", b.name as batch, x.subject, x.date::text as date, to_char(x."from", 'HH24:MI') as "from", to_char(x."to", 'HH24:MI') as "to",
      r.room_no as "roomNo", v.name as venue, g.opened_at is not null as "isOpened", count(a.id)::int as seated, count(*) filter (where a.id is not null and e.attendance = 'present')::int as present,
      count(*) filter (where a.id is not null and e.attendance = 'absent')::int as absent, count(*) filter (where a.id is not null and e.attendance = 'violation')::int as violation
    from exam_room r join exam_session x on x.tenant_id = r.tenant_id and x.batch_id = r.batch_id join exam_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    join exam_seating g on g.tenant_id = r.tenant_id and g.batch_id = r.batch_id join venue v on v.tenant_id = r.tenant_id and v.id = r.venue_id
    join exam_seat e on e.tenant_id = r.tenant_id and e.room_id = r.id and e.session_id = x.id
    left join exam_application a on a.tenant_id = e.tenant_id and a.id = e.application_id and a.state <> 'lapsed'
    where r.tenant_id = ${me.tenantId} and r.invigilator_ids ? ${me.teacherId ?? ''} and ${where} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 order by 6, 7, 9`)
const shown = ({ batch, subject, date, from, to, roomNo, venue, seated, present, absent, violation }: RoomSession) => ({
  ...{ batch, subject, date, from, to, roomNo, venue, seated, present, absent, violation },
})
/** Others' rooms are "not found". */
async function ownRoom(ctx: Pick<Ctx, 'db' | 'me'>, sessionId: string, roomId: string): Promise<RoomSession> {
  const [room] = await roomsOf(ctx, sql`x.id = ${sessionId}::uuid and r.id = ${roomId}::uuid`)
  if (!room) throw notFound()
  return room
}
const mine = handle(myExamRooms, async ctx =>
  (await roomsOf(ctx, sql`x.date >= ${today()}::date`)).map(room => ({ sessionId: room.sessionId, roomId: room.roomId, ...shown(room) })),
)
interface Sits {
  id: string
  seatNo: number
  zkzh: string | null
  name: string
  photoId: string[] | null
  attendance: Attendance | null
}
const seatsWhere = (db: Db, where: Sql): Promise<Array<Sits & { sessionId: string; roomId: string; room: string; state: string }>> =>
  db.query(sql`select e.id, e.session_id as "sessionId", e.room_id as "roomId", r.room_no as room, e.seat_no as "seatNo", p.zkzh, p.name, p.photo_id as "photoId", e.attendance, a.state
    from exam_seat e join exam_room r on r.tenant_id = e.tenant_id and r.id = e.room_id join exam_application a on a.tenant_id = e.tenant_id and a.id = e.application_id
    join exam_applicant p on p.tenant_id = a.tenant_id and p.id = a.exam_applicant_id where e.tenant_id = ${db.me.tenantId} and ${where} order by e.seat_no`)
const card = ({ id, seatNo, zkzh, name, photoId, attendance }: Sits) => ({ id, seatNo, zkzh, name, photoId, attendance })
const sheet = handle(examRoomSheet, async (ctx, { sessionId, roomId }) => {
  const room = await ownRoom(ctx, sessionId, roomId)
  const seats = await seatsWhere(ctx.db, sql`e.session_id = ${sessionId}::uuid and e.room_id = ${roomId}::uuid and a.state <> 'lapsed'`)
  return { ...shown(room), lateMinutes: (await settingsOf(ctx.db)).lateMinutes, seats: seats.map(card) }
})
/** Attendance is taken on the day itself. */
function mustBeToday({ date, isOpened }: RoomSession): void {
  if (!isOpened) refuse('noTickets')
  if (date > today()) refuse('notYet', { date })
  if (date < today()) refuse('over', { date })
}
const noted = (db: Db, attendance: Attendance) => ({ attendance, markedAt: new Date().toISOString(), markedBy: db.me.userId })
const scan = handle(scanTicket, async (ctx, { sessionId, roomId, zkzh }) => {
  const { db } = ctx
  const room = await ownRoom(ctx, sessionId, roomId)
  mustBeToday(room)
  const { lateMinutes } = await settingsOf(db)
  if (Date.now() > schoolMs(room.date, room.from) + lateMinutes * MINUTE_MS) refuse('late', { minutes: lateMinutes })
  const found = await seatsWhere(db, sql`e.batch_id = ${room.batchId}::uuid and p.zkzh = ${zkzh}`)
  const [here] = found.filter(one => one.sessionId === sessionId)
  if (!found.length) return refuse('unknownNo', { zkzh })
  if (!here) return refuse('otherSession')
  if (here.roomId !== roomId) return refuse('otherRoom', { room: here.room, seat: here.seatNo })
  if (here.state === 'lapsed') return refuse('left')
  const changed = await db.updateWhere(examSeat, sql`t.id = ${here.id}::uuid and t.attendance is null`, noted(db, 'present'))
  return { ...card({ ...here, attendance: changed.length ? 'present' : (await db.unscoped(examSeat).one(here.id)).attendance }), isAgain: !changed.length } // the seat just found
})
const mark = handle(markSeat, async (ctx, { id, attendance }) => {
  const seat = await ctx.db.unscoped(examSeat).lock(id) // of a room of the caller's, as the next line asks
  mustBeToday(await ownRoom(ctx, seat.sessionId, seat.roomId))
  await ctx.db.update(examSeat, id, noted(ctx.db, attendance))
})
const corrected = handle(correctSeat, async ({ db }, { id, attendance, note }) => {
  const seat = await db.visible(examSeat).lock(id)
  const [session] = await db.query<{ date: string; isOpened: boolean }>(sql`select x.date::text as date, g.opened_at is not null as "isOpened" from exam_session x
    join exam_seating g on g.tenant_id = x.tenant_id and g.batch_id = x.batch_id where x.tenant_id = ${db.me.tenantId} and x.id = ${seat.sessionId}::uuid`)
  if (!session?.isOpened) refuse('noTickets')
  if (session && session.date > today()) refuse('notYet', { date: session.date })
  await db.update(examSeat, id, { ...noted(db, attendance), note })
})
/** 30-ER5: whoever has not come so many minutes after the beginning, once; what somebody noted stays. */
export async function markAbsent(db: Db, now = Date.now()): Promise<number> {
  const { lateMinutes } = await settingsOf(db)
  const before = schoolTimeText(now - lateMinutes * MINUTE_MS)
  const absent = await db.updateWhere(
    examSeat,
    sql`t.attendance is null and x.tenant_id = t.tenant_id and x.id = t.session_id and x.date + x."from" <= ${before}::timestamp
      and g.tenant_id = t.tenant_id and g.batch_id = t.batch_id and g.opened_at is not null and a.tenant_id = t.tenant_id and a.id = t.application_id and a.state <> 'lapsed'`,
    { attendance: 'absent', markedAt: new Date(now).toISOString() },
    { from: sql`exam_session x, exam_seating g, exam_application a` },
  )
  return absent.length
}
export default [
  ...[mine, sheet, scan, mark, corrected],
  scheduledJob('exam.absent', '缺考登记', '*/5 * * * *', db => markAbsent(db), {
    due: `select from exam_seat e join exam_session x on x.tenant_id = e.tenant_id and x.id = e.session_id
      where e.tenant_id = $1 and e.attendance is null and x.date <= (now() at time zone 'Asia/Shanghai')::date limit 1`,
  }),
  // photos of those who sit in the reader's rooms
  fileReader(examApplicant, async (db, id) => {
    const found =
      await db.query(sql`select from exam_application a join exam_seat e on e.tenant_id = a.tenant_id and e.application_id = a.id join exam_room r on r.tenant_id = e.tenant_id and r.id = e.room_id
      where a.tenant_id = ${db.me.tenantId} and a.exam_applicant_id = ${id}::uuid and r.invigilator_ids ? ${db.me.teacherId ?? ''} limit 1`)
    return found.length > 0
  }),
]
