import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { calendarFile, makeAddress, revokeAddress, scheduleAddress } from '../model/schedule.ts'
import type { Person } from './people.ts'
import { type Entry, entriesOf, type Source } from './schedule-entries.ts'

const BACK_DAYS = 30
const AHEAD_DAYS = 180
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

const address = handle(scheduleAddress, async ({ db, me }) => {
  const [row] = await db.query<{ createdAt: string; readAt: string | null }>(
    sql`select created_at as "createdAt", read_at as "readAt" from schedule_address where tenant_id = ${me.tenantId} and user_id = ${me.userId}`,
  )
  return { isMade: Boolean(row), createdAt: row?.createdAt ?? null, readAt: row?.readAt ?? null }
})
const make = handle(makeAddress, async ({ db, me }) => {
  const key = randomBytes(24).toString('base64url')
  await db.query(sql`insert into schedule_address (tenant_id, user_id, key_hash) values (${me.tenantId}, ${me.userId}, ${hashOf(key)})
    on conflict (tenant_id, user_id) do update set key_hash = excluded.key_hash, created_at = now(), read_at = null`)
  return { path: `/api/flySource-base/scheduleEvent/ical?tenantId=${me.tenantCode}&key=${key}` }
})
const revoke = handle(revokeAddress, async ({ db, me }) => {
  await db.query(sql`delete from schedule_address where tenant_id = ${me.tenantId} and user_id = ${me.userId}`)
})
/** Titles and times only: the address is a bearer secret. Disabled accounts get nothing. */
const file = handle(calendarFile, async ({ db, me, refuse }, { key }) => {
  const [person] = await db.query<Person>(sql`update schedule_address a set read_at = now() from active_account u
    where a.tenant_id = ${me.tenantId} and a.key_hash = ${hashOf(key)} and u.tenant_id = a.tenant_id and u.id = a.user_id
    returning u.id as "userId", u.student_id as "studentId", u.teacher_id as "teacherId"`)
  if (!person) return refuse('unknown')
  const entries = await entriesOf(db, person, addDays(today(), -BACK_DAYS), addDays(today(), AHEAD_DAYS), new Set<Source>(['own', 'business', 'lesson', 'calendar']))
  return { blob: Buffer.from(calendarText(entries)), type: 'text/calendar; charset=utf-8', headers: { 'cache-control': 'private, no-store' } }
})
const stamp = (moment: string): string => `${new Date(Date.parse(moment)).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
const plain = (date: string): string => date.replaceAll('-', '')
const escaped = (text: string): string => text.replace(/[\\;,]/g, c => `\\${c}`).replace(/\r?\n/g, '\\n')

/** Folds lines at 75 octets (RFC 5545) without splitting a character. */
export function folded(line: string): string {
  let made = ''
  let octets = 0
  for (const c of line) {
    const size = Buffer.byteLength(c)
    if (octets + size > 74) {
      made += '\r\n '
      octets = 1
    }
    made += c
    octets += size
  }
  return made
}
export function calendarText(entries: ReadonlyArray<Pick<Entry, 'id' | 'title' | 'begin' | 'end' | 'allDay'>>): string {
  const event = (e: (typeof entries)[number]): string[] => [
    'BEGIN:VEVENT',
    `UID:${createHash('sha256').update(e.id).digest('hex').slice(0, 32)}@qinglan`,
    `DTSTAMP:${stamp(e.begin)}`,
    ...(e.allDay
      ? [`DTSTART;VALUE=DATE:${plain(schoolDate(e.begin))}`, `DTEND;VALUE=DATE:${plain(addDays(schoolDate(e.end), 1))}`]
      : [`DTSTART:${stamp(e.begin)}`, `DTEND:${stamp(e.end)}`]),
    `SUMMARY:${escaped(e.title)}`,
    'END:VEVENT',
  ]
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Qinglan//Schedule//ZH', 'METHOD:PUBLISH', ...entries.flatMap(event), 'END:VCALENDAR']
  return `${lines.map(folded).join('\r\n')}\r\n`
}
export default [address, make, revoke, file]
