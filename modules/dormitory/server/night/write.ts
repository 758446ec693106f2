import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { difference } from '#server/data/difference.ts'
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
  )
  if (isLogged) await log(db, changed)
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
async function write(db: Db, lines: readonly Line[]): Promise<void> {
  if (!lines.length) return
  await db.query(sql`update night_line l set expected = x.expected, source = x.source, reason = x.reason, bed_id = b.id, room_id = b.room_id, floor_id = b.floor_id, dorm_id = b.dorm_id,
      result = x.result, way = x.way, seen_at = x."seenAt", evidence = x.evidence, conflict = x.conflict, is_afterwards = x."isAfterwards", opened_at = x."openedAt", handled_state = x."handledState",
      handled_at = x."handledAt", escalation = x.escalation, told_at = x."toldAt", version = l.version + 1, updated_at = now(), updated_by = ${db.me.userId || null}::uuid
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x(id uuid, expected text, source text, reason text, "bedId" uuid, result text, way text, "seenAt" timestamptz, evidence jsonb, conflict boolean,
      "isAfterwards" boolean, "openedAt" timestamptz, "handledState" text, "handledAt" timestamptz, escalation int, "toldAt" timestamptz)
      join dorm_bed b on b.tenant_id = ${db.me.tenantId} and b.id = x."bedId"
    where l.tenant_id = b.tenant_id and l.id = x.id`)
}
interface Changed {
  before: Line
  after: Line
}
const log = (db: Db, changed: readonly Changed[]): Promise<unknown> =>
  db.query(sql`insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff)
    select ${db.me.tenantId}, ${db.me.userId || null}, ${nightLine.module}, 'update', ${nightLine.name}, c.id, 'batch', c.diff from jsonb_to_recordset(${JSON.stringify(changed.map(({ before, after }) => ({ id: after.id, diff: difference(nightLine, { ...before }, { ...after }) })))}::jsonb) c(id uuid, diff jsonb)`)
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
