import { refusalOf } from '#model'
import { readReturn } from '#modules/exchange/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { closeList, importReturn } from '../model/actions.ts'
import { payoutLine, payoutList } from '../model/payout.ts'
import { postFund } from './funds.ts'
import { type Line, type List, recount } from './lists.ts'
import { judgeReturn, type Outcome } from './match-return.ts'
import { askToCorrect, tellPaid } from './notify.ts'

type Result = Outcome<Line>
/** 40-B3: what is paid turns from reserved into spent; what failed stays reserved. Only lines that are on their way change: the same file again changes nothing. */
async function settle(db: Db, list: List, results: readonly Result[]): Promise<void> {
  const [paid, failed] = [results.filter(r => r.isPaid), results.filter(r => !r.isPaid)]
  if (paid.length)
    await db.updateMany(
      payoutLine,
      paid.map(({ line, paidOn }) => ({ id: line.id, state: 'paid' as const, paidOn })),
    )
  if (failed.length)
    await db.updateMany(
      payoutLine,
      failed.map(({ line, reason }) => ({ id: line.id, state: 'failed' as const, failReason: reason })),
    )
  if (list.fundId)
    await postFund(
      db,
      list.fundId,
      paid.map(({ line }) => ({ kind: 'spend', amount: line.amount, sourceType: 'payoutLine', sourceId: line.id, sourceSeq: 1, studentId: line.studentId })),
    )
  await recount(db, list.id)
  const told = ({ line }: Result) => ({ payoutLineId: line.id, source: list.source, grantId: line.grantId, listNo: list.listNo })
  await db.emitMany('money.payoutPaid', paid.map(told))
  await db.emitMany('money.payoutFailed', failed.map(told))
  await tellPaid(
    db,
    paid.map(({ line }) => ({ ...line, state: 'paid' as const })),
  )
  await askToCorrect(
    db,
    failed.map(({ line, reason }) => ({ ...line, state: 'failed' as const, failReason: reason })),
  )
}
export default [
  handle(importReturn, async ({ db, lang }, { id, fileId }) => {
    const list = await db.visible(payoutList).lock(id, 'importReturn')
    const { rows } = await readReturn(db, list.profileId ?? '', fileId)
    const lines = await db.unscoped(payoutLine).all({ listId: id, state: ['exported', 'paid', 'failed', 'reissued'] }, { sort: ['seq'] }) // of a list in scope
    const { results, unmatched } = judgeReturn({ no: list.listNo, field: 'listNo' }, lines, rows)
    if (!results.length) throw refusalOf(payoutList, 'foreign')
    const open = results.filter(r => r.line.state === 'exported')
    await settle(db, list, open)
    const paid = open.filter(r => r.isPaid).length
    return { paid, failed: open.length - paid, again: results.length - open.length, unmatched: unmatched.map(({ line, why }) => ({ line, why: translate(lang, why) })) }
  }),
  handle(closeList, async ({ db }, { id }) => {
    await db.visible(payoutList).lock(id, 'close')
    const n = await db.unscoped(payoutLine).count({ listId: id, state: 'exported' }) // of a list in scope
    if (n) throw refusalOf(payoutList, 'open', { n })
    await db.update(payoutList, id, { state: 'closed' })
  }),
]
