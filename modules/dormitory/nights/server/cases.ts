import sql, { empty, type Sql } from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { headline } from '#server/extensions/desk-parts.ts'
import type { Evidence, NightResult } from '../model/evidence.ts'
import { HABIT_WEEKS, habitsOf, type PastNight } from '../model/habit.ts'
import type { HandledState } from '../model/handling.ts'
import { nightLine } from '../model/night-line.ts'
import { nightCase, nightCases } from '../model/read-actions.ts'
import { byRisk } from '../model/risk.ts'
import { attentionOf } from './attention.ts'
import { awayNow, contactsOf } from './case-people.ts'
import { casesLink } from './case-todos.ts'
import { tonight } from './confirm-presence.ts'
import { told } from './list-residents.ts'
import { settingsOf } from './settings.ts'

const MOST = 300
const LATELY = 30
interface Case {
  id: string
  nightDate: string
  studentId: string
  name: string
  studentNo: string | null
  className: string | null
  bed: string
  phone: string | null
  result: NightResult
  openedAt: string
  handledState: HandledState
  handledAt: string | null
  handledByName: string | null
  handledNote: string | null
  nextStep: string | null
  escalation: number
  isAfterwards: boolean
  before: number
  roomId: string
  evidence: readonly Evidence[] | null
}
const casesIn = (db: Db, which: Sql): Promise<Case[]> =>
  db.query<Case>(sql`select l.id, l.night_date::text as "nightDate", s.id as "studentId", s.name, s.student_no as "studentNo", c.name as "className", b.full_name as bed, s.phone, l.result,
      l.opened_at as "openedAt", l.handled_state as "handledState", l.handled_at as "handledAt", u.nick_name as "handledByName", l.handled_note as "handledNote", l.next_step as "nextStep", l.escalation,
      l.is_afterwards as "isAfterwards", l.room_id as "roomId", l.evidence,
      (select count(*)::int from night_line o where o.tenant_id = s.tenant_id and o.student_id = s.id and o.night_date >= l.night_date - ${LATELY}::int and o.night_date < l.night_date and o.result = 'absent') as before
    from (select v.* from ${db.visible(nightLine).rows()} v where ${which} and v.handled_state is not null) l join student s on s.tenant_id = ${db.me.tenantId} and s.id = l.student_id
      join dorm_bed b on b.tenant_id = s.tenant_id and b.id = l.bed_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = l.class_id
      left join sys_user u on u.tenant_id = s.tenant_id and u.id = l.handled_by
    order by (l.handled_state in ('open', 'notFound')) desc, l.opened_at limit ${MOST}`)
const list = handle(nightCases, async ({ db, me }, { night: given, view }) => {
  const night = given ?? (await lastNight(db))
  const { nightCollegeMinutes, nightOfficerMinutes } = await settingsOf(db)
  const rows = await casesIn(db, sql`v.night_date = ${night}::date ${view === 'unsettled' ? sql`and v.handled_state in ('open', 'notFound')` : empty}`)
  const named = (await attentionOf(db, [{ userId: me.userId, studentIds: rows.map(r => r.studentId) }])).get(me.userId)
  const isDone = (r: Case): boolean => r.handledState !== 'open' && r.handledState !== 'notFound'
  const away = await awayNow(db, rows)
  const ordered = rows
    .map(r => ({ ...r, ...away(r), isNamed: named?.has(r.studentId) ?? false }))
    .sort((a, b) => Number(isDone(a)) - Number(isDone(b)) || byRisk(a, b))
    .map(({ roomId: _room, evidence: _evidence, isNamed: _named, ...r }) => r)
  return { night, collegeMinutes: nightCollegeMinutes, officerMinutes: nightOfficerMinutes, now: new Date().toISOString(), cases: ordered }
})
/** The last closed night: from the evening until the next cut-off the previous one. */
async function lastNight(db: Db): Promise<string> {
  const [row] = await db.query<{ night: string | null }>(
    sql`select max(night_date)::text as night from dorm_night where tenant_id = ${db.me.tenantId} and night_date >= ${addDays(tonight(), -2)}::date and closed_at is not null`,
  )
  return row?.night ?? tonight()
}
/** Nights of one student before another, newest first. */
export const pastOf = (db: Db, studentId: string, before: string, days: number): Promise<PastNight[]> =>
  db.query<PastNight>(sql`select night_date::text as "nightDate", result from night_line where tenant_id = ${db.me.tenantId} and student_id = ${studentId}
    and night_date < ${before}::date and night_date >= ${addDays(before, -days)}::date order by night_date desc`)
const SHOWN_NIGHTS = 14
const one = handle(nightCase, async ({ db }, { id }) => {
  const [row] = await casesIn(db, sql`v.id = ${id}`)
  if (!row) throw notFound()
  const { roomId, evidence, ...head } = row
  const past = await pastOf(db, row.studentId, row.nightDate, 7 * HABIT_WEEKS)
  const mates = await db.query<{
    studentId: string
    name: string
    bedNo: number
    phone: string | null
    result: NightResult
  }>(sql`select s.id as "studentId", s.name, b.bed_no as "bedNo", s.phone, l.result
    from night_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id join dorm_bed b on b.tenant_id = l.tenant_id and b.id = l.bed_id
    where l.tenant_id = ${db.me.tenantId} and l.night_date = ${row.nightDate}::date and l.room_id = ${roomId} and l.student_id <> ${row.studentId} order by b.bed_no`)
  const words = await told(db, [evidence])
  return {
    ...head,
    ...(await awayNow(db, [row]))(row),
    contacts: await contactsOf(db, row.studentId),
    phone: row.phone,
    evidence: words(evidence),
    past: past.slice(0, SHOWN_NIGHTS),
    habits: habitsOf(past, row.nightDate),
    mates: mates,
  }
})
const HANDLE = 'dormitory:nightLine:handle'
/** 昨晚 4 人未归，1 人未处置: of the students whom the reader answers for. */
const situation = headline({
  code: 'dormitory.night',
  order: 10,
  permission: HANDLE,
  async run({ db }) {
    const night = await lastNight(db)
    const [row] = await db.query<{ out: number; open: number }>(sql`select count(*)::int as out, (count(*) filter (where l.handled_state in ('open', 'notFound')))::int as open
      from ${db.visibleFor(nightLine, HANDLE).rows()} l where l.night_date = ${night}::date and l.handled_state is not null and l.handled_state <> 'explained'`)
    const { out, open } = row ?? { out: 0, open: 0 }
    if (!out) return null
    const values = { out, open }
    return { text: open ? { text: '昨晚 {out} 人未归，{open} 人未处置', values } : { text: '昨晚 {out} 人未归，均已处置', values }, link: casesLink(night) }
  },
})
export default [list, one, situation]
