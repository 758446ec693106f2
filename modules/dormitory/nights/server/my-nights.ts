import sql from 'sql-template-tag'
import { offCampusLeaves } from '#modules/leave/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { fenceOf } from '../../places/model/fence.ts'
import { inNight } from '../../places/model/night.ts'
import { dormBuilding } from '../../places/model/places.ts'
import type { NightResult } from '../model/evidence.ts'
import { type MyState, myNight } from '../model/read-actions.ts'
import { pastOf } from './cases.ts'
import { headedRoom, tonight } from './confirm-presence.ts'
import { type DormNight, dormNights } from './dorm-nights.ts'
import { settingsOf } from './settings.ts'
import { LINE, type Line } from './write.ts'

const SHOWN_DAYS = 30
const lineOf = async ({ db, me }: Pick<Ctx, 'db' | 'me'>, night: string): Promise<Line | undefined> =>
  (
    await db.query<Line>(
      sql`select ${LINE} from night_line l where l.tenant_id = ${db.me.tenantId} and l.night_date = ${night}::date and l.student_id = ${me.studentId} and l.expected <> 'notResident'`,
    )
  )[0]
/** End of tonight's excuse, if it has one. */
async function untilOf(db: Db, line: Line, night: DormNight): Promise<string | null> {
  if (line.source === 'leave') return (await offCampusLeaves(db, line.studentId, { from: night.curfew, to: night.gateOpening }))[0]?.to ?? null
  if (line.source !== 'tempLocation' && line.source !== 'exception') return null
  const ends =
    line.source === 'tempLocation'
      ? sql`select "to" from temp_location where tenant_id = ${db.me.tenantId} and student_id = ${line.studentId} and temp_no = ${line.reason}`
      : sql`select max(x."to")::timestamp at time zone 'Asia/Shanghai' as "to" from presence_exception x join student t on t.tenant_id = x.tenant_id and t.id = ${line.studentId}
          where x.tenant_id = ${db.me.tenantId} and (x.student_id = t.id or (x.student_id is null and x.class_id = t.class_id)) and x."from" <= ${line.nightDate}::date and x."to" > ${line.nightDate}::date`
  return (await db.query<{ to: string | null }>(ends))[0]?.to ?? null
}
/** Tonight's residents of the room the user is head of. */
async function matesOf(ctx: Pick<Ctx, 'db' | 'me'>, night: string) {
  const room = await headedRoom(ctx)
  if (!room) return { room: null, mates: [] }
  const mates = await ctx.db.query<{ studentId: string; name: string; bedNo: number; result: NightResult }>(sql`select s.id as "studentId", s.name, b.bed_no as "bedNo", l.result
    from night_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id join dorm_bed b on b.tenant_id = l.tenant_id and b.id = l.bed_id
    where l.tenant_id = ${ctx.db.me.tenantId} and l.night_date = ${night}::date and l.room_id = ${room.id} and l.expected = 'expected' order by b.bed_no`)
  return { room: room.fullName, mates: mates.map(m => ({ ...m, isSelf: m.studentId === ctx.me.studentId })) }
}
export default handle(myNight, async ctx => {
  const { db, me } = ctx
  const date = tonight()
  const { nightRosterAt } = await settingsOf(db)
  const line = await lineOf(ctx, date)
  const night = line && (await dormNights(db, date, [line.dormId])).get(line.dormId)
  const dorm = line && (await db.cached(dormBuilding)).get(line.dormId)
  const past = me.studentId ? await pastOf(db, me.studentId, date, SHOWN_DAYS) : []
  const bed = line ? (await db.query<{ name: string }>(sql`select full_name as name from dorm_bed where tenant_id = ${me.tenantId} and id = ${line.bedId}`))[0]?.name : undefined
  const without: MyState = Date.now() < Date.parse(inNight(date, nightRosterAt)) ? 'notYet' : 'none'
  return {
    night: date,
    state: line?.result ?? without,
    rosterAt: nightRosterAt,
    dorm: dorm?.name ?? null,
    bed: bed ?? null,
    opensAt: night?.opensAt ?? null,
    closesAt: night?.closesAt ?? null,
    curfew: night?.curfew ?? null,
    ways: night?.ways ?? [],
    fences: dorm?.fence && night?.ways.includes('self') ? [fenceOf(dorm.fence)] : null,
    seenAt: line?.seenAt ?? null,
    way: line?.way ?? null,
    conflict: line?.conflict ?? false,
    source: line?.source ?? null,
    until: line && night ? await untilOf(db, line, night) : null,
    now: new Date().toISOString(),
    past,
    lateCount: past.filter(n => n.result === 'late').length,
    outCount: past.filter(n => n.result === 'absent').length,
    ...(await matesOf(ctx, date)),
  }
})
