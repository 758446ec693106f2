import { refusalOf } from '#model'
import { department, gradeMajor } from '#modules/campus/model/organisation.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { answerIntent, myAdmission } from '../model/actions.ts'
import { admittedStates, admittedStudent } from '../model/admitted-student.ts'
import { moveOnRoll, type OnRoll } from './roll.ts'
import { datesOf } from './settings.ts'

const own = ownRows(admittedStudent, 'studentId')
const isPast = (day: string | null): boolean => day !== null && today() > day

/** The caller's own row of the roll. */
async function ownRow({ db, me }: Pick<Ctx, 'db' | 'me'>): Promise<OnRoll> {
  const row = await db.unscoped(admittedStudent).find({ id: ownStudentId(me) }) // one's own
  if (!row) throw refusalOf(admittedStudent, 'noRow')
  return row
}
const mine = handle(myAdmission, async ctx => {
  const { db } = ctx
  const row = await ownRow(ctx)
  const [dates, places, departments] = [await datesOf(db), await db.cached(gradeMajor), await db.cached(department)]
  const { year, ksh, name, state, declineReason, lateUntil, arrivedAt, hasLetter, hasIdDocument, hasArchive } = row
  return {
    ...{ year, ksh, name, state, declineReason, lateUntil, arrivedAt, hasLetter, hasIdDocument, hasArchive },
    majorName: places.get(row.gradeMajorId)?.name ?? '',
    departmentName: departments.get(row.departmentId ?? '')?.name ?? null,
    ...{ answerBy: dates.answerBy, arriveFrom: dates.arriveFrom, arriveBy: dates.arriveBy },
    canAnswer: admittedStates.allows(row, 'answer') && !isPast(dates.answerBy),
    canDelay: (state === 'imported' || state === 'intended') && dates.arriveBy !== null && !isPast(dates.arriveBy),
  }
})
/** 30-AC2 */
const answer = handle(answerIntent, async (ctx, { answer: given, reason, statement }) => {
  const { db } = ctx
  const row = await own.lock(ctx, (await ownRow(ctx)).id, 'answer')
  const { answerBy } = await datesOf(db)
  if (isPast(answerBy)) throw refusalOf(admittedStudent, 'deadline', { on: answerBy })
  const answeredAt = new Date().toISOString()
  if (given === 'intended') return { state: (await moveOnRoll(db, row, { state: given, answeredAt, declineReason: null, statement: [] })).state }
  if (!reason) throw refusalOf(admittedStudent, 'reasonMissing', {}, 'reason')
  if (!statement?.length) throw refusalOf(admittedStudent, 'statementMissing', {}, 'statement')
  await attachFiles(db, admittedStudent, row.id, { statement })
  return { state: (await moveOnRoll(db, row, { state: given, answeredAt, declineReason: reason, statement })).state }
})
export default [mine, answer, own.files]
