import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { type HandedIn, handedInItems, handIn, itemOf } from '#modules/fee/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Member, societyMember } from '../model/member.ts'
import { type Society, society } from '../model/society.ts'
import { settingsOf } from './settings.ts'

const SOURCE = 'societyMember'
const DUE_DAYS = 30
/** 60-SO8: the fee of a school year is a bill line of the member; the same year is charged once, nothing withdraws it. */
async function charge(db: Db, rows: readonly Member[], of: Pick<Society, 'name' | 'memberFee'>, xn: string, isWithdrawn = false): Promise<void> {
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const { feeItem: item } = await settingsOf(db)
  const lines = rows.map(({ id, studentId }): HandedIn => {
    const payer = { type: 'student', id: studentId, name: people.get(studentId)?.name ?? '' } as const
    const amount = isWithdrawn ? 0 : (of.memberFee ?? 0)
    return { sourceType: SOURCE, sourceId: id, sourceSeq: xn, payer, item, amount, xn, dueDate: addDays(today(), DUE_DAYS), explain: { note: of.name } }
  })
  const ids = await handIn(db, lines)
  await db.updateMany(
    societyMember,
    rows.map(({ id }, n) => ({ id, feeXn: isWithdrawn ? null : xn, billLineId: ids[n] as string })),
    { bookkeeping: true },
  )
}
/** Whether fees are collected now: allowed, and set up by finance. */
const isCollected = async (db: Db): Promise<boolean> => {
  const { feesAllowed, feeItem } = await settingsOf(db)
  return feesAllowed && Boolean(await itemOf(db, feeItem))
}
export async function chargeMember(db: Db, row: Member, of: Society): Promise<void> {
  const xn = schoolYearOf(today())
  if (of.memberFee && row.feeXn !== xn && (await isCollected(db))) await charge(db, [row], of, xn)
}
/** 60-SO8: whoever leaves soon after joining owes nothing; what was paid is theirs again. */
export const refundMember = (db: Db, row: Member, of: Society): Promise<void> => refundLate(db, [row], of)
async function refundLate(db: Db, rows: readonly Member[], of: Society): Promise<void> {
  const { refundDays } = await settingsOf(db)
  const late = rows.filter(r => r.feeXn && r.joinedOn && daysBetween(r.joinedOn, today()) <= refundDays)
  for (const [xn, some] of Map.groupBy(late, r => r.feeXn ?? '')) await charge(db, some, of, xn, true)
}
/** 60-SO14: a society that ends has left its members: who joined lately owes nothing, as if they left on this day. */
export const refundAtEnd = async (db: Db, of: Society): Promise<void> => refundLate(db, await db.unscoped(societyMember).all({ societyId: of.id, state: 'active' }), of) // of the society that ends
/** Members who stay owe the fee of the new school year. */
export async function chargeYear(db: Db, xn = schoolYearOf(today())): Promise<number> {
  if (!(await isCollected(db))) return 0
  let charged = 0
  for (const of of await db.unscoped(society).all({ state: ['probation', 'active'], 'memberFee.ge': 1 })) {
    const rows = (await db.unscoped(societyMember).all({ societyId: of.id, state: 'active' })).filter(r => r.feeXn !== xn) // all who owe it
    if (rows.length) await charge(db, rows, of, xn)
    charged += rows.length
  }
  return charged
}
export default [
  handedInItems('society', async db => [(await itemOf(db, (await settingsOf(db)).feeItem))?.id ?? []].flat()),
  scheduledJob('society.fees', '社团会费', '40 5 * * *', db => chargeYear(db), { due: `select from society where tenant_id = $1 and member_fee > 0 limit 1` }),
]
