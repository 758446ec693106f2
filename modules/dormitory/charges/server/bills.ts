import sql from 'sql-template-tag'
import type { Row } from '#model'
import { yuanText } from '#model/money.ts'
import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { yearBegins } from '#modules/campus/model/school-year.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { bedsOf } from '../../stays/server/api.ts'
import { adjustCharge, arrearsFigures, bill, explainCharge, monthFields, myBills } from '../model/actions.ts'
import { lodgingCharge } from '../model/lodging-charge.ts'
import type { UTILITY_KINDS } from '../model/room-utility.ts'
import { handIn } from './run.ts'
import { monthsPerYear, settingsOf } from './settings.ts'

const LONG_DAYS = 90
const MOST = 20
const adjust = handle(adjustCharge, async ({ db, refuse }, { id, adjust: fen, reason }) => {
  const row = await db.visible(lodgingCharge).lock(id)
  if (row.due + fen < 0) refuse('below', { due: yuanText(row.due), adjust: yuanText(fen) }, 'adjust')
  await db.update(lodgingCharge, id, { adjust: fen, adjustReason: reason })
  await handIn(db, row.xn, [row.stayId])
})
/** Totals above the list, within the reader's scope. */
const figures = handle(arrearsFigures, async ({ db }) => {
  const [row] = await db.query<{
    owing: number
    owed: number
    long: number
    deferred: number
    xns: string[]
  }>(sql`select count(*) filter (where owed > 0 and due_on < ${today()}::date)::int as owing,
      coalesce(sum(owed) filter (where due_on < ${today()}::date), 0)::float8 as owed, count(*) filter (where owed > 0 and due_on < ${addDays(today(), -LONG_DAYS)}::date)::int as long,
      count(*) filter (where deferred > 0)::int as deferred, coalesce(array_agg(distinct xn), '{}') as xns from ${db.visible(lodgingCharge).rows()} c`)
  return { owing: row?.owing ?? 0, owed: row?.owed ?? 0, long: row?.long ?? 0, deferred: row?.deferred ?? 0, xns: (row?.xns ?? []).toSorted().reverse() }
})
const monthsOf = ({ detail }: Pick<Row<typeof lodgingCharge>, 'detail'>) => (detail ?? []).map(month => only(monthFields, month))
const explain = handle(explainCharge, async ({ db }, { id }) => {
  const row = await db.visible(lodgingCharge).one(id)
  const { lodgingNights } = await settingsOf(db)
  const perYear = await monthsPerYear(db, yearBegins(row.xn))
  return { perYear, minNights: lodgingNights, months: monthsOf(row), due: row.due, adjust: row.adjust, adjustReason: row.adjustReason }
})
interface Meter {
  kind: keyof typeof UTILITY_KINDS
  reading: string
  balance: number
  share: number | null
  sharers: number | null
  readAt: string
  room: string
}
/** Latest reading of each meter of the student's room. */
const metersOf = (db: Db, studentId: string): Promise<Meter[]> =>
  db.query<Meter>(sql`select distinct on (u.kind) u.kind, u.reading::text as reading, u.balance::float8 as balance, u.share::float8 as share, u.sharers, u.read_at as "readAt", r.full_name as room
    from dorm_stay s join dorm_room r on r.tenant_id = s.tenant_id and r.id = s.room_id join room_utility u on u.tenant_id = r.tenant_id and u.room_id = r.id
    where s.tenant_id = ${db.me.tenantId} and s.student_id = ${studentId} and s.state = 'checkedIn' and s.kind <> 'temporary' order by u.kind, u.read_at desc`)
const mine = handle(myBills, async ({ db, me }) => {
  const settings = await settingsOf(db)
  const headOn = async (on: string) => ({ perYear: await monthsPerYear(db, on), minNights: settings.lodgingNights })
  if (!me.studentId) return { ...(await headOn(today())), bills: [], room: null, meters: [] }
  const rows = await db.unscoped(lodgingCharge).all({ studentId: me.studentId }, { sort: ['-dueOn'], limit: MOST }) // one's own rows, filtered by student id
  const beds = await bedsOf(
    db,
    rows.flatMap(r => r.bedId ?? []),
  )
  const meters = await metersOf(db, me.studentId)
  const bills = rows.map(r => ({ ...only(bill, r), bed: beds.get(r.bedId ?? '')?.fullName ?? null, isKnown: r.billLineId !== null, detail: monthsOf(r) }))
  return {
    ...(await headOn(rows[0] ? yearBegins(rows[0].xn) : today())),
    bills,
    room: meters[0]?.room ?? null,
    meters: meters.map(({ room: _room, readAt, ...m }) => ({ ...m, readAt: new Date(readAt).toISOString(), isLow: m.balance < settings.utilityWarnBelow * 100 })),
  }
})
export default [
  adjust,
  figures,
  explain,
  mine,
  compute(lodgingCharge, ['studentNo', 'daysOverdue'], async ({ db }, rows) => {
    const students = await studentsOf(
      db,
      rows.map(r => r.studentId),
    )
    for (const row of rows) {
      row.studentNo = students.get(row.studentId)?.studentNo ?? null
      row.daysOverdue = row.owed > 0 && row.dueOn < today() ? daysBetween(row.dueOn, today()) : null
    }
  }),
]
