import { refusalOf } from '#model'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { type Db, handle } from '#server/context.ts'
import { revokePapers } from '#server/print/papers.ts'
import { reissueLetter, voidLetter } from '../model/actions.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { reissueNo } from '../model/numbers.ts'
import { moveLetters } from './letter-todos.ts'
import { freeWaybills } from './waybills.ts'

/** 30-LT1: the number stays with the void letter; whoever scans its code reads that it is void. */
async function makeVoid(db: Db, id: string, reason: string): Promise<void> {
  await freeWaybills(db, id)
  await moveLetters(db, [{ id, state: 'void', voidReason: reason }])
  await revokePapers(db, 'admissionLetter', [id], reason)
}
const end = handle(voidLetter, async ({ db }, { id, reason }) => {
  await db.visible(admissionLetter).lock(id, 'voidLetter')
  await makeVoid(db, id, reason)
})
/** 30-LT1: the letter issued again says so in its number; it is made by the next run, with what the roll says now. */
const reissue = handle(reissueLetter, async ({ db }, { id, reason }) => {
  const old = await db.visible(admissionLetter).lock(id, 'reissue')
  await makeVoid(db, id, reason)
  const roll = await db.unscoped(admittedStudent).find({ id: old.studentId }) // of the letter in scope
  if (!roll) throw refusalOf(admissionLetter, 'hasNone')
  const { studentId, year, level, departmentId, province, recipient, address, phone, addressConfirmedAt } = old
  const made = await db.insert(admissionLetter, {
    ...{ studentId, year, level, departmentId, province, recipient, address, phone, addressConfirmedAt },
    ...{ name: roll.name, gradeMajorId: roll.gradeMajorId, ofId: id, letterNo: reissueNo(old.letterNo ?? ''), state: 'ready' },
  })
  return { letterNo: made.letterNo ?? '' }
})
export default [end, reissue]
