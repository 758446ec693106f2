import sql, { empty } from 'sql-template-tag'
import { excusedByLeave } from '#modules/leave/server/api.ts'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import { nightHours } from '../../places/server/api.ts'
import { type Expected, expectedOf, type PresenceSource } from '../model/presence.ts'

/** One night of students in buildings with the same hours. */
export interface Night {
  date: string
  /** From curfew to gate opening: an excuse must cover all of it. */
  span: { from: string; to: string }
  studentIds: readonly string[]
}
/** An excuse supplied by another part or module: holiday departure, night elsewhere, cancelled bed. */
export interface PresenceExcuse {
  code: string
  source: Extract<PresenceSource, 'departure' | 'tempLocation' | 'stay'>
  /** Students covered for the whole span, with the text shown. */
  covers(db: Db, night: Night): Promise<ReadonlyMap<string, string>>
}
export const presenceExcuses = extensionPoint<PresenceExcuse & { kind: 'presenceExcuse' }>('presenceExcuse', { id: e => e.code })
export const presenceExcuse = (excuse: PresenceExcuse): Registration => presenceExcuses.make(excuse)
export interface ExpectedPresence {
  studentId: string
  expected: Expected
  source: PresenceSource | null
  note: string | null
  /** Building of residence, if any. */
  dormId: string | null
  roomId: string | null
  bedId: string | null
}
interface PresenceRow {
  studentId: string
  status: string
  dormId: string | null
  roomId: string | null
  bedId: string | null
  isClosed: boolean
}
type PresenceBySource = Map<string, Map<PresenceSource, string>>
const noted = (found: PresenceBySource, id: string, source: PresenceSource, note: string): void => {
  const own = found.get(id) ?? new Map<PresenceSource, string>()
  if (!own.has(source)) own.set(source, note)
  found.set(id, own)
}
/**
 * 应在寝: the single source for where students are expected in a night `YYYY-MM-DD`, from noon to noon. Roll-call, gates, statistics and all screens use it
 * exclusively. Without ids: all residents, or those of the buildings named.
 */
export async function expectedPresence(db: Db, date: string, of: { studentIds?: readonly string[]; dormIds?: readonly string[] } = {}): Promise<Map<string, ExpectedPresence>> {
  const people = await peopleOf(db, date, of)
  const found: PresenceBySource = new Map()
  for (const p of people) {
    if (p.status !== 'active' && p.status !== 'preEnrolled') noted(found, p.studentId, 'status', p.status)
    if (!p.bedId) noted(found, p.studentId, 'stay', '')
    if (p.isClosed) noted(found, p.studentId, 'closed', '')
  }
  for (const night of await nightsOf(db, date, people)) await excuse(db, night, found)
  await exceptions(db, date, people, found)
  return new Map(people.map(({ status: _status, isClosed: _closed, ...p }) => [p.studentId, { ...p, ...expectedOf(found.get(p.studentId) ?? new Map()) }]))
}
/** Students with their bed of that night: current residents, for a past night those of then. */
const peopleOf = (db: Db, date: string, { studentIds, dormIds }: { studentIds?: readonly string[]; dormIds?: readonly string[] }): Promise<PresenceRow[]> =>
  db.query<PresenceRow>(sql`
    with bed as (select distinct on (s.student_id) s.student_id, s.dorm_id, s.room_id, s.bed_id from dorm_stay s
      where s.tenant_id = ${db.me.tenantId} and s.state in ('checkedIn', 'checkedOut') and s.check_in_at < (${date}::date + 1)::timestamp at time zone 'Asia/Shanghai'
        and (s.check_out_at is null or s.check_out_at >= (${date}::date + 1)::timestamp at time zone 'Asia/Shanghai')
        ${studentIds ? sql`and s.student_id = any(${[...studentIds]}::uuid[])` : empty} ${dormIds ? sql`and s.dorm_id = any(${[...dormIds]}::uuid[])` : empty}
      order by s.student_id, (s.kind = 'temporary') desc, s.check_in_at desc)
    select t.id as "studentId", t.status, b.dorm_id as "dormId", b.room_id as "roomId", b.bed_id as "bedId",
      coalesce(not d.is_enabled or r.state = 'closed' or ${date}::date between r.closed_from and coalesce(r.closed_to, 'infinity') or ${date}::date between g.closed_from and coalesce(g.closed_to, 'infinity'), false) as "isClosed"
    from student t ${studentIds ? sql`left` : empty} join bed b on b.student_id = t.id
      left join dorm_room r on r.tenant_id = t.tenant_id and r.id = b.room_id left join dorm_building d on d.tenant_id = t.tenant_id and d.id = b.dorm_id
      left join building g on g.tenant_id = t.tenant_id and g.id = d.building_id
    where t.tenant_id = ${db.me.tenantId} and t.deleted_at is null ${studentIds ? sql`and t.id = any(${[...studentIds]}::uuid[])` : empty}`)

/** Groups buildings by hours. */
async function nightsOf(db: Db, date: string, people: readonly PresenceRow[]): Promise<Night[]> {
  const byDorm = Map.groupBy(people, p => p.dormId ?? '')
  byDorm.delete('')
  const made = new Map<string, { span: Night['span']; studentIds: string[] }>()
  for (const [dormId, those] of byDorm) {
    const hours = await nightHours(db, dormId, date)
    if (!hours) continue
    const span = { from: hours.curfew, to: hours.gateOpening }
    const night = made.get(`${span.from} ${span.to}`) ?? { span, studentIds: [] }
    night.studentIds.push(...those.map(p => p.studentId))
    made.set(`${span.from} ${span.to}`, night)
  }
  return [...made.values()].map(n => ({ date, ...n }))
}
async function excuse(db: Db, night: Night, found: PresenceBySource): Promise<void> {
  for (const [id, leaveNo] of await excusedByLeave(db, night.span, night.studentIds)) noted(found, id, 'leave', leaveNo)
  for (const known of db.registered(presenceExcuses)) for (const [id, note] of await known.covers(db, night)) noted(found, id, known.source, note)
}
export interface ExceptionOn {
  id: string
  studentId: string
  from: string
  to: string
  note: string | null
}
/** Planned absences of these students, or of their whole class, on a day; the last day is the one of the return. */
export const exceptionsOn = (db: Db, day: string, studentIds: readonly string[]): Promise<ExceptionOn[]> =>
  db.query<ExceptionOn>(sql`select x.id, t.id as "studentId", x."from"::text as "from", x."to"::text as "to", x.note from presence_exception x
    join student t on t.tenant_id = x.tenant_id and (t.id = x.student_id or (x.student_id is null and t.class_id = x.class_id))
    where x.tenant_id = ${db.me.tenantId} and x."from" <= ${day}::date and x."to" > ${day}::date and t.id = any(${[...studentIds]}::uuid[]) order by x."from", x.id`)
/** On the last day the student is expected again. */
async function exceptions(db: Db, date: string, people: readonly PresenceRow[], found: PresenceBySource): Promise<void> {
  const rows = await db.query<{ studentId: string; note: string }>(sql`select t.id as "studentId", coalesce(x.note, '') as note from presence_exception x
    join student t on t.tenant_id = x.tenant_id and (t.id = x.student_id or (x.student_id is null and t.class_id = x.class_id))
    where x.tenant_id = ${db.me.tenantId} and x."from" <= ${date} and x."to" > ${date} and t.id = any(${people.map(p => p.studentId)}::uuid[])`)
  for (const { studentId, note } of rows) noted(found, studentId, 'exception', note)
}
