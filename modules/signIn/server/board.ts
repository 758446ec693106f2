import sql, { empty } from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { progressOf } from '#modules/workflow/server/api.ts'
import { codeAt, leftOf, numberAt } from '#server/base/rotating-code.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import type { Excuse } from '../model/excuse.ts'
import type { FLAG_STATES, Flag } from '../model/flags.ts'
import { board, boards, projector, roster } from '../model/read-actions.ts'
import { type LineState, signLine } from '../model/sign-line.ts'
import { signOccurrence, taskActions } from '../model/sign-task.ts'
import { ownWays, type TakenWay } from '../model/ways.ts'
import { COUNTS, type Counts, countsOf, NOTHING } from './counts.ts'
import { headOf, isPaused, OCCURRENCE, type Occurrence, occurrenceOf, WITH_TASK } from './occurrences.ts'
import { onList, seen } from './people.ts'
import { settingsOf } from './settings.ts'

const MOST = 200
const MOST_SEATS = 600
const RECENT_DAYS = 7
const isOwn = (db: Db, of: Pick<Occurrence, 'ownerId'>): boolean => of.ownerId !== null && of.ownerId === db.me.userId

/** Occurrences of a day; without a day the open ones and those of the last week. */
const list = handle(boards, async ({ db }, { date }) => {
  const which = date ? sql`o.date = ${date}::date` : sql`(o.state = 'open' or o.date between ${addDays(today(), -RECENT_DAYS)}::date and ${today()}::date)`
  // readers with school-wide scope get the totals stored at the end: no recount
  const isCounted = sql`(${db.reachesAll(signLine, 'signIn:signLine:list')} and o.state in ('closed', 'settled'))`
  const rows = await db.query<Occurrence & Counts & { isCounted: boolean } & FrozenCounts>(sql`select ${OCCURRENCE}, c.*, ${isCounted} as "isCounted", ${KEPT} from ${WITH_TASK}
    join lateral (select ${COUNTS} from ${seen(db, sql`v.occurrence_id = o.id and not ${isCounted}`)} l) c on c.total > 0 or ${isCounted} or o.owner_id = ${db.me.userId}
    where o.tenant_id = ${db.me.tenantId} and ${which} order by (o.state = 'open') desc, o.opens_at desc limit ${MOST}`)
  return rows.map(row => ({ ...headOf(row), ...(row.isCounted ? keptOf(row) : countedIn(row)), isOwn: isOwn(db, row) }))
})
/** Totals stored when an occurrence ended. */
interface FrozenCounts {
  keptTotal: number | null
  keptSigned: number | null
  keptLate: number | null
  keptAbsent: number | null
  keptExcused: number | null
  keptMadeUp: number | null
}
const KEPT = sql`o.snapshot_count as "keptTotal", o.signed_count as "keptSigned", o.late_count as "keptLate", o.absent_count as "keptAbsent", o.excused_count as "keptExcused", o.made_up_count as "keptMadeUp"`
const keptOf = (row: FrozenCounts): Counts => ({
  ...NOTHING,
  total: row.keptTotal ?? 0,
  signed: row.keptSigned ?? 0,
  late: row.keptLate ?? 0,
  absent: row.keptAbsent ?? 0,
  excused: row.keptExcused ?? 0,
  madeUp: row.keptMadeUp ?? 0,
})
const countedIn = ({ total, signed, late, pending, absent, excused, madeUp, voided }: Counts): Counts => ({ total, signed, late, pending, absent, excused, madeUp, voided })
async function mayWatch(db: Db, of: Occurrence, seesLines: boolean): Promise<void> {
  if (seesLines || isOwn(db, of)) return
  if (!(await db.visibleFor(signOccurrence, 'signIn:signOccurrence:list').count({ id: of.id }))) throw notFound()
}
/** Refuses callers who may not see this board; the gate must carry the board's permission. */
export async function mustWatch(db: Db, occurrenceId: string): Promise<void> {
  const [line] = await db.query(sql`select 1 from ${seen(db, sql`v.occurrence_id = ${occurrenceId}`)} l limit 1`)
  await mayWatch(db, await occurrenceOf(db, occurrenceId), line !== undefined)
}
const one = handle(board, async ({ db }, { occurrenceId }) => {
  const of = await occurrenceOf(db, occurrenceId)
  const people = onList(db, occurrenceId)
  const { openFlags, byClass, ...counts } = await progressOf(db, people, { ...countsOf('a'), openFlags: sql`count(*) filter (where a.flag_state = 'open')::int` })
  await mayWatch(db, of, byClass.length > 0)
  return {
    ...headOf(of),
    ...counts,
    isOwn: isOwn(db, of),
    isPaused: isPaused(of),
    owner: of.owner,
    now: new Date().toISOString(),
    openFlags,
    classes: byClass.map(({ openFlags: _flags, ...c }) => c),
  }
})

interface Seat {
  id: string
  studentId: string
  name: string
  studentNo: string | null
  className: string | null
  phone: string | null
  state: LineState
  signedAt: string | null
  outAt: string | null
  way: TakenWay | null
  excuse: Excuse | null
  flags: Flag[] | null
  flagState: keyof typeof FLAG_STATES | null
  reason: string | null
  photoId: string | null
}
const taken = handle(roster, async ({ db }, { occurrenceId, classId, state, isFlagged }) => {
  const which = sql`v.occurrence_id = ${occurrenceId} ${classId ? sql`and v.class_id = ${classId}` : empty} ${state ? sql`and v.state = ${state}` : empty} ${isFlagged ? sql`and v.flags is not null` : empty}`
  const rows =
    await db.query<Seat>(sql`select l.id, s.id as "studentId", s.name, s.student_no as "studentNo", c.name as "className", s.phone, l.state, l.signed_at as "signedAt", l.out_at as "outAt", l.way, l.excuse,
      l.flags, l.flag_state as "flagState", l.reason, p.photo->>0 as "photoId"
    from ${seen(db, which)} l join student s on s.tenant_id = ${db.me.tenantId} and s.id = l.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = l.class_id
    left join sign_photo p on p.tenant_id = s.tenant_id and p.line_id = l.id
    order by (l.flag_state = 'open') desc nulls last, c.name, s.student_no limit ${MOST_SEATS}`)
  const maySee = db.me.permissions.has('signIn:signPhoto:list') || isOwn(db, await occurrenceOf(db, occurrenceId))
  // photos are visible to publisher and counsellor only (20-SA6)
  return rows.map(row => ({ ...row, photoId: maySee ? row.photoId : null }))
})
/** Shown by the publisher, and by whoever may publish and reaches the occurrence; students publish none but those of the activities they organise. */
const wall = handle(projector, async ({ db }, { occurrenceId }) => {
  const of = await occurrenceOf(db, occurrenceId)
  if (!isOwn(db, of)) await db.visibleFor(signOccurrence, taskActions.publish.permission).one(occurrenceId)
  const { qrSeconds } = await settingsOf(db)
  const [counts = NOTHING] = await db.query<Counts>(sql`select ${COUNTS} from sign_line l where l.tenant_id = ${db.me.tenantId} and l.occurrence_id = ${occurrenceId}`)
  const now = Date.now()
  const isOpen = of.state === 'open' && now < Date.parse(of.closesAt) && !isPaused(of)
  const ways = isOpen ? ownWays(of.ways) : []
  return {
    ...headOf(of),
    ...counts,
    code: ways.includes('qr') ? codeAt(of.secret, of.id, qrSeconds, now) : null,
    number: ways.includes('number') ? numberAt(of.secret, now) : null,
    seconds: qrSeconds,
    leftMs: leftOf(now, qrSeconds),
    now: new Date(now).toISOString(),
  }
})
export default [list, one, taken, wall]
