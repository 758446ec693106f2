import sql from 'sql-template-tag'
import { isUuid } from '#model'
import { today } from '#server/base/today.ts'
import { type Db, onMany } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { billLine } from '../model/bill-line.ts'
import { arrears, ofSchool } from './arrears.ts'

const PORTION = 5000
interface Late {
  id: string
  studentId: string
  late: number
  days: number
}
/** Lines of students whose arrears are others than was told last: all, or these. */
const changed = (db: Db, lineIds: readonly string[] | null): Promise<Late[]> =>
  db.query<Late>(sql`select l.id, l.student_id as "studentId", (${arrears(today())})::float8 as late, greatest(0, ${today()}::date - l.due_date)::int as days from bill_line l
    where l.tenant_id = ${db.me.tenantId} and l.student_id is not null and ${ofSchool} and (${lineIds && [...lineIds]}::uuid[] is null or l.id = any(${lineIds && [...lineIds]}::uuid[]))
      and (${arrears(today())}) <> l.late_told order by l.id limit ${PORTION} for no key update of l`)
/** 40-F16: tells what has become of arrears, of each student once: by a payment, by an agreement, or because the day has come. Returns how many lines were told of. */
async function tellChanged(db: Db, lineIds: readonly string[] | null = null): Promise<number> {
  return db.tx(async tx => {
    const lines = await changed(tx, lineIds)
    await tx.updateMany(
      billLine,
      lines.map(({ id, late }) => ({ id, lateTold: late })),
      { bookkeeping: true },
    )
    await emit(tx, lines)
    return lines.length
  })
}
const emit = (db: Db, lines: readonly Late[]): Promise<void> =>
  db.emitMany(
    'fee.arrearsChanged',
    [...Map.groupBy(lines, l => l.studentId)].map(([studentId, of]) => ({ studentId, lineIds: of.map(l => l.id), days: Math.max(...of.map(l => (l.late > 0 ? l.days : 0))) })),
  )
/** The same where a charge fell or rose with no money moving, which no other event tells: also of lines that are not due yet, since a registration asks for what is owed. */
export async function tellCharges(db: Db, lineIds: readonly string[]): Promise<void> {
  const lines =
    await db.query<Late>(sql`select l.id, l.student_id as "studentId", (${arrears(today())})::float8 as late, greatest(0, ${today()}::date - l.due_date)::int as days from bill_line l
    where l.tenant_id = ${db.me.tenantId} and l.student_id is not null and ${ofSchool} and l.id = any(${[...lineIds]}::uuid[])`)
  await db.updateMany(
    billLine,
    lines.map(({ id, late }) => ({ id, lateTold: late })),
    { bookkeeping: true },
  )
  await emit(db, lines)
}
/** Each night: what was due yesterday is in arrears now. */
export async function tellOverdue(db: Db): Promise<number> {
  let told = 0
  for (let more = PORTION; more === PORTION; told += more) more = await tellChanged(db)
  return told
}
const idsIn = ({ lineId, lineIds }: Record<string, unknown>): string[] =>
  [lineId, ...(Array.isArray(lineIds) ? lineIds : [])].filter(id => typeof id === 'string' && isUuid(id)) as string[]
export default [
  onMany(['fee.paid', 'fee.refunded', 'fee.deferralChanged', 'fee.lineClosed'], 'fee.arrears', async ({ db }, payloads) => {
    const ids = [...new Set(payloads.flatMap(idsIn))]
    if (ids.length) await tellChanged(db, ids)
  }),
  scheduledJob('fee.arrears', '欠费变化', '5 0 * * *', tellOverdue),
]
