import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { isUnsettled } from '../../model/night/handling.ts'
import { type LineState, type News, nextLine } from '../../model/night/next.ts'
import { nightLine } from '../../model/night/night-line.ts'
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

/** Lines of one night, held until the transaction ends and always in one order, so that two who judge the same take turns. */
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
  /** Somebody did this by hand: it stands in the history. */
  isLogged?: boolean
}
/** Judges locked lines of one night anew and writes those that came out differently, in one statement; others hear what counts. Answers the lines as they stand. */
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
/** Late returns and nights out are told, and what takes one back; thirty thousand who are in bed are not. */
const tellResults = (db: Db, changed: readonly Changed[]): Promise<void> =>
  db.emitMany(
    'dormitory.nightResult',
    changed
      .filter(({ before, after }) => before.result !== after.result && (isNews(before) || isNews(after)))
      .map(({ before, after }) => ({ studentId: after.studentId, nightDate: after.nightDate, result: after.result, before: before.result })),
  )
/** What a night that is over came to is counted again where it changed. */
async function recountClosed(db: Db, nights: DormNights, changed: readonly Changed[]): Promise<void> {
  const lines = changed.flatMap(({ before, after }) => [before, after]).filter(line => nights.get(line.dormId)?.closedAt)
  const [first] = lines
  if (first) await recount(db, first.nightDate, lines)
}
