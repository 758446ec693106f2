import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { isUnsettled } from '../model/handling.ts'
import { type LineState, type News, nextLine } from '../model/next.ts'
import { nightLine } from '../model/night-line.ts'
import { closeDone } from './case-todos.ts'
import { recount } from './counts.ts'
import { type DormNights, dormNights } from './dorm-nights.ts'

export interface Line extends LineState {
  id: string
  nightDate: string
  studentId: string
  classId: string | null
  departmentId: string | null
  dormId: string
}
export const LINE = sql`l.id, l.night_date::text as "nightDate", l.student_id as "studentId", l.class_id as "classId", l.department_id as "departmentId", l.dorm_id as "dormId", l.bed_id as "bedId", l.expected,
  l.source, l.reason, l.result, l.way, l.seen_at as "seenAt", l.evidence, l.conflict, l.is_afterwards as "isAfterwards", l.opened_at as "openedAt", l.handled_state as "handledState",
  l.handled_at as "handledAt", l.escalation, l.told_at as "toldAt"`

/** Locks lines of one night in one fixed order, so that concurrent evaluations are serialized. */
export const lockLines = (db: Db, date: string, which: Sql): Promise<Line[]> =>
  db.query<Line>(sql`select ${LINE} from night_line l where l.tenant_id = ${db.me.tenantId} and l.night_date = ${date}::date and ${which} order by l.id for update`)

const CHANGING = ['expected', 'source', 'reason', 'bedId', 'result', 'way', 'seenAt', 'conflict', 'isAfterwards', 'openedAt', 'handledState'] as const satisfies ReadonlyArray<
  keyof Line
>
const time = (value: string | null): number | null => (value === null ? null : Date.parse(value))
const isSame = (a: Line, b: Line): boolean =>
  CHANGING.every(key => (key === 'seenAt' || key === 'openedAt' ? time(a[key]) === time(b[key]) : a[key] === b[key])) && JSON.stringify(a.evidence) === JSON.stringify(b.evidence)

export interface Settling {
  now?: number
  /** A manual change: recorded in the history. */
  isLogged?: boolean
}
/** Re-evaluates locked lines of one night, writes differences in one statement and emits events. Returns the current lines. */
export async function settle(db: Db, lines: readonly Line[], newsOf: (line: Line) => News, { now = Date.now(), isLogged = false }: Settling = {}): Promise<Line[]> {
  const [first] = lines
  if (!first) return []
  const nights = await dormNights(db, first.nightDate)
  const next = lines.map(line => {
    const night = nights.get(line.dormId)
    return night ? nextLine(line, newsOf(line), night, now) : line
  })
  const changed = next.flatMap((after, i) => {
    const before = lines[i]
    return before && !isSame(before, after) ? [{ before, after }] : []
  })
  await write(
    db,
    changed.map(c => c.after),
    isLogged,
  )
  await tellResults(db, changed)
  await tellSeen(db, changed)
  await recountClosed(db, nights, changed)
  const explained = changed.filter(({ before, after }) => isUnsettled(before.handledState) && !isUnsettled(after.handledState))
  if (explained.length)
    await closeDone(
      db,
      first.nightDate,
      explained.map(c => c.after),
    )
  return next
}
async function write(db: Db, lines: readonly Line[], isLogged: boolean): Promise<void> {
  if (!lines.length) return
  const from = sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x(id uuid, expected text, source text, reason text, "bedId" uuid, result text, way text, "seenAt" timestamptz, evidence jsonb, conflict boolean,
      "isAfterwards" boolean, "openedAt" timestamptz, "handledState" text, "handledAt" timestamptz, escalation int, "toldAt" timestamptz)
    join dorm_bed b on b.tenant_id = ${db.me.tenantId} and b.id = x."bedId"`
  await db.updateWhere(
    nightLine,
    sql`t.id = x.id`,
    {
      expected: sql`x.expected`,
      source: sql`x.source`,
      reason: sql`x.reason`,
      bedId: sql`b.id`,
      roomId: sql`b.room_id`,
      floorId: sql`b.floor_id`,
      dormId: sql`b.dorm_id`,
      result: sql`x.result`,
      way: sql`x.way`,
      seenAt: sql`x."seenAt"`,
      evidence: sql`x.evidence`,
      conflict: sql`x.conflict`,
      isAfterwards: sql`x."isAfterwards"`,
      openedAt: sql`x."openedAt"`,
      handledState: sql`x."handledState"`,
      handledAt: sql`x."handledAt"`,
      escalation: sql`x.escalation`,
      toldAt: sql`x."toldAt"`,
    },
    { from, ...(isLogged ? {} : { history: false }) },
  )
}
interface Changed {
  before: Line
  after: Line
}
const isNews = ({ result }: Line): boolean => result === 'late' || result === 'absent'
/** Emits events for late returns and nights out, and for their reversal; not for the thirty thousand present. */
const tellResults = (db: Db, changed: readonly Changed[]): Promise<void> =>
  db.emitMany(
    'dormitory.nightResult',
    changed
      .filter(({ before, after }) => before.result !== after.result && (isNews(before) || isNews(after)))
      .map(({ before, after }) => ({ studentId: after.studentId, nightDate: after.nightDate, result: after.result, before: before.result })),
  )
/** One event for all students of whom somebody has seen or said something new; what doors record they tell themselves. */
async function tellSeen(db: Db, changed: readonly Changed[]): Promise<void> {
  const seen = changed.filter(({ before, after }) => JSON.stringify(before.evidence) !== JSON.stringify(after.evidence) && after.evidence?.some(e => e.way !== 'gate'))
  const [first] = seen
  if (first) await db.emit('dormitory.nightSeen', { nightDate: first.after.nightDate, studentIds: seen.map(c => c.after.studentId) })
}
/** Recounts totals of ended nights that changed. */
async function recountClosed(db: Db, nights: DormNights, changed: readonly Changed[]): Promise<void> {
  const lines = changed.flatMap(({ before, after }) => [before, after]).filter(line => nights.get(line.dormId)?.closedAt)
  const [first] = lines
  if (first) await recount(db, first.nightDate, lines)
}
