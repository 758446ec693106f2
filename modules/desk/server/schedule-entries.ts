import sql from 'sql-template-tag'
import { schoolClock, schoolDate, schoolInstant } from '#model/school-time.ts'
import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { calendarOf, lessonTimes } from '#modules/campus/server/api.ts'
import type { Db, Lang } from '#server/context.ts'
import { dutySources } from '#server/extensions/desk-parts.ts'
import { translate } from '#server/i18n/translate.ts'
import { occurrences, repeatOf } from '../model/repeat.ts'
import type { SOURCES } from '../model/schedule.ts'
import { ownLessons, type Person } from './people.ts'

export type Source = keyof typeof SOURCES
export interface Entry {
  id: string
  eventId: string | null
  version: number | null
  source: Source
  title: string
  begin: string
  end: string
  allDay: boolean
  kind: string | null
  place: string | null
  note: string | null
  remindMinutes: number | null
  repeatRule: string | null
  link: string | null
  isOwn: boolean
}
const PLAIN = { eventId: null, version: null, kind: null, place: null, note: null, remindMinutes: null, repeatRule: null, link: null, isOwn: false, allDay: false }
type Read = (db: Db, person: Person, from: string, to: string, lang: Lang) => Promise<Entry[]>

interface Stored extends Omit<Entry, 'id' | 'eventId' | 'source' | 'isOwn' | 'version'> {
  id: string
  version: number
  sourceType: string | null
}
/** Stored appointments, expanded by recurrence. */
const stored: Read = async (db, person, from, to) => {
  const rows =
    await db.query<Stored>(sql`select id, version, title, "begin", "end", all_day as "allDay", kind, place, note, remind_minutes as "remindMinutes", repeat_rule as "repeatRule",
      link, source_type as "sourceType" from schedule_event where tenant_id = ${db.me.tenantId} and user_id = ${person.userId}
      and "begin" < ${to}::date + 1 and (repeat_rule is not null or "end" >= ${from}::date) order by "begin"`)
  return rows.flatMap(row => {
    const days = daysBetween(schoolDate(row.begin), schoolDate(row.end))
    const repeat = row.repeatRule ? repeatOf(row.repeatRule) : undefined
    const { sourceType, id, ...event } = row
    const first = schoolDate(row.begin)
    const dates = repeat ? occurrences(first, repeat, addDays(from, -days), to) : [first]
    return dates.map(date => ({
      ...event,
      id: `${id}@${date}`,
      eventId: id,
      source: sourceType ? ('business' as const) : ('own' as const),
      begin: schoolInstant(date, schoolClock(row.begin)),
      end: schoolInstant(addDays(date, days), schoolClock(row.end)),
      isOwn: !sourceType,
    }))
  })
}
const lessons: Read = async (db, person, from, to) => {
  const of = await ownLessons(db, person)
  if (!of) return []
  const times = await lessonTimes(db, of, from, to)
  return times.map(l => ({
    ...PLAIN,
    id: `lesson ${l.id}@${l.date}`,
    source: 'lesson',
    title: l.courseName,
    begin: schoolInstant(l.date, l.begin),
    end: schoolInstant(l.date, l.end),
    place: l.venueName,
    note: person.teacherId ? l.classNames : l.teacherName,
    link: '/personal/mylesson',
  }))
}
/** Named days and deviations from the weekday. Read from the calendar itself, so always current (P4). */
const calendar: Read = async (db, _person, from, to) => {
  const { days } = await calendarOf(db)
  return [...days.values()]
    .filter(d => d.date >= from && d.date <= to && d.name)
    .map(d => ({ ...PLAIN, id: `calendar ${d.date}`, source: 'calendar', title: d.name ?? '', begin: schoolInstant(d.date), end: schoolInstant(d.date, '23:59'), allDay: true }))
}
const todos: Read = async (db, person, from, to) => {
  const rows = await db.query<{ id: string; title: string; dueAt: string; link: string }>(sql`select id, title, due_at as "dueAt", link from todo
    where tenant_id = ${db.me.tenantId} and user_id = ${person.userId} and state = 'open' and due_at >= ${from}::date and due_at < ${to}::date + 1 order by due_at limit 500`)
  return rows.map(r => ({ ...PLAIN, id: `todo ${r.id}`, source: 'todo', title: r.title, begin: r.dueAt, end: r.dueAt, link: r.link }))
}
/** P4: read from where they are planned, like lessons, so that a change can never be missed. */
const duties: Read = async (db, person, from, to, lang) => {
  const kinds = await Promise.all(
    db.registered(dutySources).map(async ({ code, title, of }) => (await of(db, person, from, to)).map(d => ({ ...d, id: `${code} ${d.id}`, title }))),
  )
  return kinds.flat().map(({ title, ...duty }) => ({
    ...PLAIN,
    ...duty,
    source: 'business',
    kind: 'duty',
    title: translate(lang, title),
    place: duty.place ?? null,
    note: duty.note ?? null,
    link: duty.link ?? null,
  }))
}
const READERS: Readonly<Record<Source, readonly Read[]>> = { own: [stored], business: [stored, duties], lesson: [lessons], calendar: [calendar], todo: [todos] }

/** Schedule entries between two days from the requested sources, in chronological order. */
export async function entriesOf(db: Db, person: Person, from: string, to: string, sources: ReadonlySet<Source>, lang: Lang = 'zh-cn'): Promise<Entry[]> {
  const readers = new Set([...sources].flatMap(s => READERS[s]))
  const found = (await Promise.all([...readers].map(read => read(db, person, from, to, lang)))).flat()
  return found.filter(e => sources.has(e.source)).sort((a, b) => Date.parse(a.begin) - Date.parse(b.begin) || a.title.localeCompare(b.title))
}
