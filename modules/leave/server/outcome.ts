import sql from 'sql-template-tag'
import type { Row } from '#model'
import { toSchoolTime } from '#model/school-time.ts'
import { eachDay } from '#modules/campus/model/days.ts'
import { type CalendarBook, calendarOf, dayTypeOn, isSchoolDayOn } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { besideHoliday, exceedsTerm, furthestEnd, type Level, levelOf, nearLeaves, type Other, overlapping, raised, termLimit } from '../model/counting.ts'
import { datesOf, daysOf, endOf, type Span, spanOf } from '../model/half-days.ts'
import { COUNTING, HOLDING } from '../model/leave.ts'
import type { leaveType } from '../model/leave-type.ts'
import { type CourseTotal, courseTotals, type MissedLesson, missedLessons, sectionsByCourse } from '../model/missing.ts'
import { type Settings, settingsOf } from './settings.ts'
import { lessonsBetween, plannedSections } from './timetable.ts'

export type LeaveType = Row<typeof leaveType>
/** An application, saved or not. */
export interface Wanted {
  studentId: string
  classId: string | null
  type: LeaveType
  startAt: string
  endAt: string
  /** The leave being edited, and the one being extended: excluded from the overlap check. */
  id?: string | null
  extendsId?: string | null
}
export interface OtherLeave extends Other {
  typeId: string
  state: string
  startAt: string
  endAt: string
  lessons: readonly MissedLesson[] | null
}
/** Computed result of an application; see the rules in the model. */
export interface Outcome {
  span: Span
  days: number
  countedDays: number
  near: OtherLeave[]
  level: Level
  besideHoliday: string[]
  exams: string[]
  hasTimetable: boolean
  lessons: MissedLesson[]
  courses: CourseTotal[]
  termTotal: number
  termTimes: number
  termLimit: number
  isOverTerm: boolean
  advisesSuspension: boolean
  needsGuardian: boolean
  usedInTerm: number
  clash: OtherLeave | undefined
  furthest: string | null
  settings: Settings
}
/** How far back and ahead other leaves are loaded: longer than any term. */
const AROUND = '250 days'
type Stored = Omit<OtherLeave, 'span'> & { until: string }

/** Other leaves of the student that count; an early return ends them. Extensions count with the leave they prolonged. */
export async function otherLeaves(db: Db, { studentId, startAt, endAt, id }: Pick<Wanted, 'studentId' | 'startAt' | 'endAt' | 'id'>): Promise<OtherLeave[]> {
  const rows =
    await db.query<Stored>(sql`select id, leave_no as "leaveNo", type_id as "typeId", state, start_at as "startAt", end_at as "endAt", least(end_at, coalesce(back_at, end_at)) as until,
      coalesce(actual_days, days)::float8 as days, lessons
    from leave where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and extends_id is null and state = any(${[...COUNTING]}::text[])
      and start_at > ${startAt}::timestamptz - ${AROUND}::interval and start_at < ${endAt}::timestamptz + ${AROUND}::interval and id is distinct from ${id ?? null}::uuid order by start_at`)
  return rows.map(({ until, ...row }) => ({ ...row, span: spanOf(row.startAt, Date.parse(until) > Date.parse(row.startAt) ? until : row.endAt) }))
}
export async function outcomeOf(db: Db, wanted: Wanted): Promise<Outcome> {
  const [settings, book, others] = await Promise.all([settingsOf(db), calendarOf(db), otherLeaves(db, wanted)])
  const span = spanOf(wanted.startAt, wanted.endAt)
  const isSchoolDay = (date: string): boolean => isSchoolDayOn(book, date)
  const term = termOf(book, toSchoolTime(wanted.startAt).date)
  const days = daysOf(span, settings.countBy === 'class' ? isSchoolDay : undefined)
  const near = nearLeaves(span, others, date => dayTypeOn(book, date) === 'weekend', settings.mergeGapDays).map(o => o as OtherLeave)
  const countedDays = near.reduce((sum, o) => sum + o.days, days)
  const beside = besideHoliday(span, date => dayTypeOn(book, date) === 'holiday')
  const levels = { fdy: settings.levelFdy, college: settings.levelCollege, ...wanted.type.levelRules }
  const holding = others.filter(o => o.id !== wanted.extendsId && (HOLDING as readonly string[]).includes(o.state))
  return {
    span,
    days,
    countedDays,
    near,
    level: raised(levelOf(countedDays, levels), settings.holidayAddsCollege && beside.length > 0),
    besideHoliday: beside,
    exams: datesOf(span).filter(date => dayTypeOn(book, date) === 'exam'),
    ...(await missing(db, wanted, term, span, others, settings)),
    ...inTerm(term, isSchoolDay, wanted, days, others, settings),
    advisesSuspension: countedDays > settings.suspendDays,
    needsGuardian: settings.guardianDays > 0 && days >= settings.guardianDays,
    clash: overlapping(span, holding) as OtherLeave | undefined,
    furthest: furthestOf(wanted, span, others, holding),
    settings,
  }
}
type Term = CalendarBook['terms'][number] | undefined
const termOf = (book: CalendarBook, date: string): Term => book.terms.find(t => t.startDate <= date && date <= t.endDate)

async function missing(db: Db, wanted: Wanted, term: Term, span: Span, others: readonly OtherLeave[], settings: Settings) {
  const dates = datesOf(span)
  const [first, last] = [dates[0] ?? '', dates.at(-1) ?? '']
  const planned = await plannedSections(db, wanted.classId, first)
  const lessons = planned.size ? missedLessons(await lessonsBetween(db, wanted.classId, first, last), wanted.startAt, wanted.endAt) : []
  const past = sectionsByCourse(others.flatMap(o => o.lessons ?? []).filter(l => term && l.date >= term.startDate && l.date <= term.endDate))
  return { hasTimetable: planned.size > 0, lessons, courses: courseTotals(lessons, past, planned, settings.lessonPart) }
}
/** 20-L9: an extension counts with its leave, so together they stay within the type's maximum. */
function furthestOf({ extendsId, type }: Wanted, span: Span, others: readonly OtherLeave[], holding: readonly OtherLeave[]): string | null {
  if (!extendsId) return null
  const from = others.find(o => o.id === extendsId)?.span.from ?? span.from
  const end = furthestEnd({ from, to: span.from }, holding, type.maxDays)
  return end === null ? null : endOf(end)
}
/** 20-L4: days of leave in the term it begins in, in total and of its type. */
function inTerm(term: Term, isSchoolDay: (date: string) => boolean, { type }: Wanted, days: number, others: readonly OtherLeave[], settings: Settings) {
  const inside = term ? others.filter(o => isWithin(o.startAt, term.startDate, term.endDate)) : []
  const termDays = term ? eachDay(term.startDate, term.endDate).filter(isSchoolDay).length : 0
  const termTotal = inside.reduce((sum, o) => sum + o.days, days)
  return {
    termTotal,
    termTimes: inside.length + 1,
    termLimit: termLimit(termDays, settings.termPart),
    isOverTerm: exceedsTerm(termTotal, termDays, settings.termPart),
    usedInTerm: inside.filter(o => o.typeId === type.id).reduce((sum, o) => sum + o.days, 0),
  }
}
const isWithin = (moment: string, from: string, to: string): boolean => {
  const { date } = toSchoolTime(moment)
  return from <= date && date <= to
}
