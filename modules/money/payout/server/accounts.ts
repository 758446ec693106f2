import { type InputOf, passesLuhn, type Row, refusalOf } from '#model'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { confirmHolder, type saveMyAccount as Save, saveAccount, saveMyAccount } from '../model/actions.ts'
import { bankAccount, CARD, CARD_WARNINGS } from '../model/bank-account.ts'
import { reissue } from './reissue.ts'

export type Account = Row<typeof bankAccount>
/** A new default account; the former one stays, so that lists checked with it tell where their money went. */
async function save(db: Db, studentId: string, given: InputOf<typeof Save>): Promise<Array<keyof typeof CARD_WARNINGS>> {
  const cardNo = given.cardNo.replace(/[\s-]/g, '')
  if (!CARD.test(cardNo)) throw refusalOf(bankAccount, 'digits', {}, 'cardNo')
  if (given.branchNo && !/^\d{12}$/.test(given.branchNo)) throw refusalOf(bankAccount, 'branch', {}, 'branchNo')
  const who = await studentOf(db, studentId, { lock: true })
  if (!who) throw notFound()
  await db.updateWhere(bankAccount, { studentId, isDefault: true }, { isDefault: false })
  const { bankName, branchNo = null, holderName } = given
  await db.insert(bankAccount, { studentId, bankName, branchNo, cardNo, holderName: holderName.trim(), lastFour: cardNo.slice(-4) })
  await reissue(db, studentId)
  return [...(cardNo.length < 16 || cardNo.length > 19 ? (['length'] as const) : []), ...(passesLuhn(cardNo) ? [] : (['luhn'] as const))]
}
const said = ({ lang }: Ctx, of: ReadonlyArray<keyof typeof CARD_WARNINGS>) => ({ warnings: of.map(key => translate(lang, CARD_WARNINGS[key])) })
export default [
  handle(saveMyAccount, async (ctx, given) => said(ctx, await save(ctx.db, ownStudentId(ctx.me), given))),
  handle(saveAccount, async (ctx, { studentId, ...given }) => said(ctx, await save(ctx.db, studentId, given))),
  handle(confirmHolder, async ({ db }, { id }) => {
    const row = await db.visible(bankAccount).lock(id)
    const who = await studentOf(db, row.studentId)
    if (who?.name === row.holderName) throw refusalOf(bankAccount, 'same')
    await db.update(bankAccount, id, { verifiedAt: new Date().toISOString() })
    await reissue(db, row.studentId)
  }),
]
