import type { InputOf } from '#model'
import { moneyText, yuanOf } from '#model/money.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { audit } from '#server/records/verbs.ts'
import { batchOf } from '../../steps/server/api.ts'
import { greenApplication } from '../model/application.ts'
import { greenSubject } from '../model/flow.ts'
import { greenChannel } from '../model/green-channel.ts'
import { duesProblems, itemsOf, wantedOf } from './dues.ts'
import { grant } from './grant.ts'

type Form = Pick<InputOf<typeof greenApplication.apply>, 'lines'>
async function violationsOf(db: Db, studentId: string, { lines }: Form, id: string | null) {
  await batchOf(db, studentId)
  const open = await db.unscoped(greenChannel).all({ studentId, state: ['pending', 'returned'] }) // the applicant's own
  return [...(open.some(one => one.id !== id) ? [{ key: 'open' }] : []), ...(await duesProblems(db, studentId, wantedOf(lines)))]
}
const totalOf = ({ lines }: Form): number => wantedOf(lines).reduce((sum, w) => sum + w.defer, 0)
const linesOf = ({ lines }: Form) => wantedOf(lines).map(w => ({ ...w, granted: null, left: null, closedOn: null }))
/** The green channel as a kind of application. */
const applications = handleApplication(greenChannel, greenApplication, {
  subject: greenSubject,
  link: () => '/welcome/green',
  validate: async ({ db }, who, form, { row }) => ({ violations: await violationsOf(db, who.id, form, row?.id ?? null) }),
  formOf: row => ({ ...row, lines: wantedOf(row.lines), packages: row.packages ?? [], proofs: row.proofs ?? [] }),
  draft: form => ({ ...form, proofs: form.proofs ?? [], packages: form.packages ?? [], lines: linesOf(form), total: totalOf(form), hasLoanCode: Boolean(form.loanReceiptCode) }),
  taken: 'open',
  async mine({ db }, rows) {
    const items = await itemsOf(db, rows)
    return row => ({ lines: wantedOf(row.lines), items: items(row) })
  },
  async card(ctx, row) {
    if (row.studentId !== ctx.me.studentId)
      await audit(ctx as KernelCtx, 'reveal', greenChannel.name, row.id, { fields: ['reasons', 'note', 'loanReceiptCode'], reason: greenSubject.label })
    const { reasons, note, loanReceiptCode, packages, expectedPay, total, deferred, until, onSite } = row
    return { reasons, note, loanReceiptCode, packages, expectedPay, total, deferred, until, onSite, items: (await itemsOf(ctx.db, [row]))(row) }
  },
  describe: async (_db, row, { name }) => ({
    title: { text: '{name} 绿色通道', values: { name } },
    summary: { text: '申请缓缴 {total}', values: { total: moneyText(row.total) } },
    facts: { yuan: yuanOf(row.total) },
  }),
  approved: async ({ db }, row) => void (await grant(db, row)),
})
export default applications.registrations
