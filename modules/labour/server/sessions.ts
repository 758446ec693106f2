import { type Row, refusalOf } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { TERMS } from '#modules/campus/model/calendar.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { labourProject, labourSession } from '../model/project.ts'
import { DEFAULT_WEIGHTS, longestHours, type Session, type Weights } from '../model/rules.ts'
import { shortestHour } from './plans.ts'

export type Project = Row<typeof labourProject>
const refuse = (key: string, values: Record<string, unknown>, field: string): never => {
  throw refusalOf(labourProject, key, values, field)
}
const isTime = (at: unknown): at is string => typeof at === 'string' && Number.isFinite(Date.parse(at))
const isSession = (s: unknown): s is Session => {
  const { start, end, hours } = (s ?? {}) as Partial<Session>
  return isTime(start) && isTime(end) && typeof hours === 'number' && hours > 0 && Number.isInteger(hours * 2)
}
const MOST = 60
/** What a browser sent as sessions, in the order of their times; refused where it is not that. */
export function sessionsIn(given: unknown): Session[] {
  const all = Array.isArray(given) ? given.slice(0, MOST + 1) : []
  if (!all.length || all.length > MOST) refuse('noSessions', {}, 'sessions')
  const wrong = all.findIndex(s => !isSession(s))
  if (wrong >= 0) refuse('sessionForm', { n: wrong + 1 }, 'sessions')
  const clean = (all as Session[]).map(({ start, end, hours }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString(), hours }))
  return clean.toSorted((a, b) => a.start.localeCompare(b.start))
}
export function weightsIn(given: unknown): Weights {
  if (given === null || given === undefined) return DEFAULT_WEIGHTS
  const { attendance = 0, performance = 0, report = 0 } = given as Partial<Weights>
  const parts = [attendance, performance, report]
  const sum = parts.reduce((a, b) => a + b, 0)
  if (sum !== 100 || parts.some(p => !Number.isInteger(p) || p < 0)) refuse('weights', { sum: Number.isFinite(sum) ? sum : 0 }, 'assessment')
  return { attendance, performance, report }
}
/** Every session is whole, inside one term, apart from the others, and no longer in hours than in minutes. Returns the term they lie in. */
export async function checkSessions(db: Db, sessions: readonly Session[]): Promise<{ xn: string; xqM: Project['xqM'] }> {
  const minutes = await shortestHour(db)
  const [first] = sessions as [Session, ...Session[]]
  const day = schoolDate(first.start)
  const term = (await calendarOf(db)).terms.find(t => t.startDate <= day && day <= t.endDate)
  if (!term) return refuse('noTerm', { day }, 'sessions')
  for (const [i, { start, end, hours }] of sessions.entries()) {
    const n = i + 1
    const said = { n, start: schoolTimeText(start), end: schoolTimeText(end) }
    if (end <= start) refuse('sessionOrder', said, 'sessions')
    const most = longestHours({ start, end }, minutes)
    if (hours > most) refuse('sessionHours', { ...said, most, hours }, 'sessions')
    const before = sessions[i - 1]
    if (before && before.end > start) refuse('sessionOverlap', { n, start: said.start, end: schoolTimeText(before.end) }, 'sessions')
    if (schoolDate(start) < term.startDate || schoolDate(end) > term.endDate)
      refuse('outsideTerm', { n, start: said.start, term: { text: TERMS[term.xqM] }, from: term.startDate, to: term.endDate }, 'sessions')
  }
  return { xn: term.xn, xqM: term.xqM }
}
/** The sessions of a project that is published now, as rows. */
export const writeSessions = (db: Db, { id, sessions, teacherId, ownerDepartmentId }: Project): Promise<unknown> =>
  db.insertMany(
    labourSession,
    sessions.map(({ start, end, hours }, i) => ({ projectId: id, no: i + 1, startsAt: start, endsAt: end, hours, teacherId, ownerDepartmentId })),
    { skipExisting: true },
  )
