import type { Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { toSchoolTime } from '#model/school-time.ts'
import { addDays, eachDay, weekdayOf } from '#modules/campus/model/days.ts'
import { calendarOf, cantonsByCode, dayAt, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { leave, transport } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import type { MissedLesson } from '../model/missing.ts'
import { isLate } from '../model/overdue.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { shown } from './preview.ts'
import { settingsOf } from './settings.ts'
import { type Leave, typeOf } from './submit.ts'
import { lessonsBetween } from './timetable.ts'

const EARLIER = 8
/** Bounds of the strip in days. */
const STRIP_LEAST = 9
const STRIP_MOST = 21

/** From the nearest earlier leave to the end, as far as that fits. */
function stripDates(row: Leave, o: Outcome): string[] {
  const [begin, end] = [toSchoolTime(row.startAt).date, toSchoolTime(row.endAt).date]
  const near = o.near.map(n => toSchoolTime(n.startAt).date).filter(date => date < begin)
  const first = [addDays(begin, -4), ...near].sort()[0] ?? begin
  const dates = eachDay(first, end)
  while (dates.length < STRIP_LEAST) dates.push(addDays(dates.at(-1) ?? end, 1))
  return dates.slice(-STRIP_MOST)
}
async function stripOf(db: Db, row: Leave, classId: string | null, o: Outcome) {
  const dates = stripDates(row, o)
  const book = await calendarOf(db)
  const lessons = await lessonsBetween(db, classId, dates[0] ?? '', dates.at(-1) ?? '')
  const missed = new Set(o.lessons.map(keyOf))
  return dates.map(date => {
    const day = dayAt(book, date)
    const own = lessons.filter(l => l.date === date).sort((a, b) => a.sectionFrom - b.sectionFrom)
    return {
      date,
      weekday: weekdayOf(date),
      isFree: !isSchoolDayOn(book, date),
      name: day?.name ?? null,
      lessons: own.map(l => ({ sectionFrom: l.sectionFrom, sectionTo: l.sectionTo, courseName: l.courseName, isMissed: missed.has(keyOf(l)) })),
    }
  })
}
const keyOf = ({ id, date }: MissedLesson): string => `${id} ${date}`
async function earlierOf(db: Db, row: Leave, types: ReadonlyMap<string, Row<typeof leaveType>>) {
  const { remindStudentHours } = await settingsOf(db)
  // other leaves of the same student, for readers of this one; sensitive reasons stay hidden
  const rows = await db
    .unscoped(leave)
    .all({ studentId: row.studentId, state: ['approved', 'active', 'overdue', 'closed'], 'startAt.le': row.startAt }, { sort: ['-startAt'], limit: EARLIER + 1 })
  return rows
    .filter(r => r.id !== row.id && !r.extendsId)
    .slice(0, EARLIER)
    .map(r => ({
      id: r.id,
      leaveNo: r.leaveNo,
      typeName: types.get(r.typeId)?.name ?? '—',
      startAt: r.startAt,
      endAt: r.endAt,
      days: r.actualDays ?? r.days,
      state: r.state,
      reason: r.reason,
      backWay: r.backWay,
      wasLate: isLate(r, remindStudentHours),
      approvedHours: r.approvedAt ? Math.max(0, Math.round((Date.parse(r.approvedAt) - Date.parse(r.createdAt)) / HOUR_MS / 0.1) / 10) : null,
    }))
}
const placeName = async (db: Db, code: string | null): Promise<string | null> => (code ? ((await cantonsByCode(db)).get(code)?.fullName ?? code) : null)
/** Everything an approver needs, on one card. */
export async function cardOf({ db, lang }: Ctx, row: Leave) {
  const who = await studentOf(db, row.studentId)
  const type = await typeOf(db, row.typeId)
  const classId = who?.classId ?? null
  const o = await outcomeOf(db, { studentId: row.studentId, classId, type, startAt: row.startAt, endAt: row.endAt, id: row.id, extendsId: row.extendsId })
  const types = await db.cached(leaveType)
  const earlier = await earlierOf(db, row, types)
  const extended = row.extendsId ? await db.unscoped(leave).find({ id: row.extendsId }) : undefined // referenced by a row the reader may see
  return {
    id: row.id,
    leaveNo: row.leaveNo,
    typeName: type.name,
    sensitive: type.sensitive === true,
    startAt: row.startAt,
    endAt: row.endAt,
    state: row.state,
    applyWay: row.applyWay ?? 'self',
    leavesCampus: row.leavesCampus,
    leavesCity: row.leavesCity,
    placeName: await placeName(db, row.cantonCode),
    transportName: row.transport ? translate(lang, transport.items.find(i => i.key === row.transport)?.value ?? row.transport) : null,
    companion: row.companion,
    contactName: row.contactName,
    contactPhone: row.contactPhone,
    guardianInformed: row.guardianInformed === true,
    proofDueOn: row.proofDueOn,
    extendsNo: extended?.leaveNo ?? null,
    ...shown(o),
    strip: await stripOf(db, row, classId, o),
    earlier,
    termCount: o.termTimes,
    lateCount: earlier.filter(e => e.wasLate).length,
  }
}
