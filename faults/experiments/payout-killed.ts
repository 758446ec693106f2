import { exportProfile } from '#modules/exchange/model/profile.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { payoutLine, payoutList } from '#modules/money/payout/model/payout.ts'
import { postFund } from '#modules/money/payout/server/funds.ts'
import { recount } from '#modules/money/payout/server/lists.ts'
import { today } from '#server/base/today.ts'
import { ask } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'
import { inStage, paySchool } from '../pay-school.ts'
import type { Stage } from '../stage.ts'
import type { Cut } from '../without.ts'

/** Kills the process when lines are paid, and the fund does not say so yet. */
const DIES: Cut = {
  file: 'modules/money/payout/server/bank-return.ts',
  from: '  if (list.fundId)\n',
  to: "  process.kill(process.pid, 'SIGKILL')\n  if (list.fundId)\n",
}
const NO_TRANSACTION: Cut = {
  file: 'modules/money/payout/model/actions.ts',
  from: "action('money.payoutList.importReturn', '导入回单', {",
  to: "action('money.payoutList.importReturn', '导入回单', { isWhole: false,",
}
const [LINES, AMOUNT, LIST_NO] = [200, 240_00, 'FF-FAULT']
const COLUMNS = [
  { title: '单号', source: 'field', field: 'listNo', isKey: true },
  { title: '序号', source: 'field', field: 'seq', isKey: true },
  { title: '处理结果', source: 'result', field: 'outcome', codes: { paid: '成功', failed: '失败' } },
] as const

/** A list that is at the bank, its money reserved. */
const listAtBank = (stage: Stage): Promise<string> =>
  inStage(stage, async db => {
    const people = await stage.rows<{ id: string; name: string }>('select id, name from student order by student_no limit $1', [LINES])
    const fund = await db.insert(fundAccount, { code: 'FAULT', name: '经费', sourceKind: 'school', year: 2026 })
    await postFund(db, fund.id, [{ kind: 'budget', amount: 10 * LINES * AMOUNT, sourceType: 'fault', sourceId: fund.id, sourceSeq: 1 }])
    const profile = await db.insert(exportProfile, { code: 'fault', name: '银行', target: 'bank', dataset: 'payoutList', format: 'csv', columns: COLUMNS, validFrom: '2020-01-01' })
    const list = await db.insert(payoutList, {
      listNo: LIST_NO,
      title: '报酬',
      source: 'wage',
      fundId: fund.id,
      profileId: profile.id,
      bizDate: today(),
      state: 'exported',
      approvals: 1,
    })
    const line = { listId: list.id, what: '报酬', amount: AMOUNT, bankName: '1', state: 'exported', reservedBy: `${list.id}#1` } as const
    await db.insertMany(
      payoutLine,
      people.map(({ id, name }, n) => ({
        ...line,
        seq: n + 1,
        studentId: id,
        grantId: `fault ${id}`,
        cardNo: `62220200000000${10_000 + n}`,
        lastFour: `${1000 + n}`,
        holderName: name,
      })),
    )
    await postFund(db, fund.id, [{ kind: 'reserve', amount: LINES * AMOUNT, sourceType: 'payoutList', sourceId: list.id, sourceSeq: 1 }])
    await recount(db, list.id)
    return list.id
  })
/** The bank's answer: every line is paid. */
function returned(): FormData {
  const rows = Array.from({ length: LINES }, (_, n) => `${LIST_NO},${n + 1},成功`)
  const form = new FormData()
  form.append('file', new Blob([['单号,序号,处理结果', ...rows].join('\r\n')]), '回单.csv')
  return form
}
export const payoutKilled: Experiment = {
  title: 'kill -9 while the bank’s answer to a payout list is read: what is paid and what the fund has spent agree, and the file counts once, however often it is read.',
  control: 'reading the file is no transaction',
  breaks: [DIES],
  without: [NO_TRANSACTION],
  views: ['unspent_payouts', 'unequal_funds', 'given_up_events'],
  async run(stage) {
    const cuts = stage.isControl ? [NO_TRANSACTION] : []
    const dying = await stage.start(0, { without: [...cuts, DIES] })
    const { finance } = await paySchool(stage, dying.port, 1, 100_00)
    const id = await listAtBank(stage)
    const sent = await ask(finance, 'oss/oss/endpoint/put-file', returned())
    const { fileId } = sent.data as { fileId: string }
    const lost = await ask(finance, 'money/payoutList/importReturn', { id, fileId }, { timeoutMs: 20_000 })
    const unspent = async (): Promise<number> => (await stage.rows<{ n: number }>('select count(*)::int as n from faults.unspent_payouts'))[0]?.n ?? -1
    const after = await unspent()
    const next = await stage.start(1, { without: cuts })
    const [again] = await stage.people(['bench-finance'], next.port)
    const read = again ? await Promise.all([1, 2, 3].map(() => ask(again, 'money/payoutList/importReturn', { id, fileId }))) : []
    const paid = read.map(r => (r.data as { paid?: number } | undefined)?.paid ?? -1)
    const [now] = await stage.rows<{ spent: number; reserved: number }>('select spent::float8 as spent, reserved::float8 as reserved from fund_account')
    return [
      finding('the answer was lost', lost.status, lost.status === 0),
      none('lines paid, of which the fund knew nothing, when it died', after),
      finding('lines paid by three further tries at once', paid.join(', '), paid.toSorted((a, b) => a - b).join() === `0,0,${LINES}`),
      finding('spent, and still reserved', `${now?.spent}, ${now?.reserved}`, now?.spent === LINES * AMOUNT && now.reserved === 0),
    ]
  },
}
