import { notAllowed, refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { ownStudentId, studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { enterReceipt, proveReceipt, refuseReceipt, takeReceipt } from '../model/actions.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { loanReceipt, receiptStates } from '../model/receipt.ts'
import { coverChanged } from './cover.ts'
import { chargedIn } from './figures.ts'
import { openReceipts, type Receipt, receiptTodos } from './receipt-todos.ts'
import { settingsOf } from './settings.ts'

/** Whether somebody else has a receipt open now. */
const isHeld = ({ heldById, heldUntil }: Receipt, userId: string): boolean => heldById !== null && heldById !== userId && heldUntil !== null && Date.parse(heldUntil) > Date.now()
/** Locks a receipt for whoever has it open; the next one learns who that is. */
async function lockOwn({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string, verb: 'take' | 'enter' | 'refuse'): Promise<Receipt> {
  const row = await db.visible(loanReceipt).lock(id, verb)
  if (isHeld(row, me.userId)) {
    const nameOf = await accountNamer(db, [row.heldById])
    throw refusalOf(loanReceipt, 'held', { who: nameOf(row.heldById), until: schoolTimeText(row.heldUntil ?? '') })
  }
  if (verb !== 'take' && row.heldById !== me.userId) throw refusalOf(loanReceipt, 'notHeld')
  return row
}
const FREE = { heldById: null, heldUntil: null } as const
async function mustBeFresh(db: Db, receipt: Receipt, checkCode: string): Promise<void> {
  const { codeLength } = await settingsOf(db)
  if (!new RegExp(`^[0-9A-Z]{${codeLength}}$`).test(checkCode)) throw refusalOf(loanReceipt, 'code', { length: codeLength, given: checkCode.length }, 'checkCode')
  const used = await db.unscoped(loanReceipt).find({ checkCode }) // of anybody
  if (!used || used.id === receipt.id) return
  throw refusalOf(loanReceipt, 'codeUsed', { code: checkCode, name: (await studentOf(db, used.studentId))?.name ?? '—' }, 'checkCode')
}
export default [
  handle(takeReceipt, async ({ db, me }, { id }) => {
    const row = await lockOwn({ db, me }, id, 'take')
    const { codeLength, lockMinutes } = await settingsOf(db)
    const heldUntil = new Date(Date.now() + lockMinutes * MINUTE_MS).toISOString()
    await db.update(loanReceipt, id, { heldById: me.userId, heldUntil })
    const loan = await db.unscoped(creditLoan).one(row.loanId) // of a receipt in scope
    const who = await studentOf(db, row.studentId)
    const { bank, xn, approved, contractTail, cantonCode } = loan
    const { owed } = await chargedIn(db, row.studentId, xn)
    return {
      ...{ id, proof: row.proof, deadline: row.deadline, note: row.note, name: who?.name ?? '', studentNo: who?.studentNo ?? null },
      ...{ bank, xn, approved, contractTail, cantonCode, owed, codeLength, heldUntil },
    }
  }),
  /** The loan is locked with its receipt: of two who enter it at once one finds it entered. */
  handle(enterReceipt, async ({ db, me }, { id, owedConfirmed, ...given }) => {
    const row = await lockOwn({ db, me }, id, 'enter')
    const checkCode = given.checkCode.trim().toUpperCase()
    await mustBeFresh(db, row, checkCode)
    const loan = await db.unscoped(creditLoan).lock(row.loanId) // of a receipt in scope
    if (owedConfirmed > loan.approved) throw refusalOf(loanReceipt, 'owed', { owed: yuanText(owedConfirmed), approved: yuanText(loan.approved) }, 'owedConfirmed')
    const after = await db.update(loanReceipt, id, { checkCode, owedConfirmed, enteredOn: today(), officerId: me.userId, state: 'entered', note: null, ...FREE })
    if (loan.state === 'registered') await db.update(creditLoan, loan.id, { state: 'receiptEntered' })
    await receiptTodos.follow(db, [after])
  }),
  /** 40-L2: without a proof that can be read nothing is covered. */
  handle(refuseReceipt, async ({ db, me }, { id, reason }) => {
    const row = await lockOwn({ db, me }, id, 'refuse')
    const after = await db.update(loanReceipt, id, { state: 'rejected', note: reason, ...FREE })
    await receiptTodos.follow(db, [after])
    await openReceipts(db, 'again', [after])
    await coverChanged(db, [await db.unscoped(creditLoan).one(row.loanId)]) // of a receipt in scope
  }),
  handle(proveReceipt, async ({ db, me }, { id, proof }) => {
    const row = await db.unscoped(loanReceipt).find({ id, studentId: ownStudentId(me) }) // the caller's own
    if (!row) throw notFound()
    const held = await db.unscoped(loanReceipt).lock(id) // the caller's own
    if (!receiptStates.allows(held, 'prove')) throw notAllowed(loanReceipt, held, 'prove')
    await attachFiles(db, loanReceipt, id, { proof })
    const after = await db.update(loanReceipt, id, { proof, state: held.deadline < today() ? 'late' : 'toEnter', note: null })
    await receiptTodos.follow(db, [after])
    await coverChanged(db, [await db.unscoped(creditLoan).one(row.loanId)]) // the caller's own
  }),
  ...studentNumbers(loanReceipt),
]
