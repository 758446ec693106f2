import { addDays } from '#modules/campus/model/days.ts'
import { reconDay } from '#modules/fee/reconcile/model/recon-day.ts'
import { fetchNow } from '#modules/fee/reconcile/server/fetch.ts'
import { dayOf } from '#modules/fee/reconcile/server/open-days.ts'
import { today } from '#server/base/today.ts'
import { ask, until } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'
import { inStage, paySchool } from '../pay-school.ts'
import type { Cut } from '../without.ts'

const CLOSE = 'modules/fee/reconcile/server/close-day.ts'
/** Kills the process when the ledger's day is closed, and the account's day does not say so yet. */
const DIES: Cut = {
  file: CLOSE,
  from: '  await closeDay(db, day.merchantId, day.bizDate)\n',
  to: "  await closeDay(db, day.merchantId, day.bizDate)\n  process.kill(process.pid, 'SIGKILL')\n",
}
const NO_TRANSACTION: Cut = {
  file: 'modules/fee/reconcile/model/actions.ts',
  from: "action('fee.reconDay.closeDay', '结账', {",
  to: "action('fee.reconDay.closeDay', '结账', { isWhole: false,",
}
const YESTERDAY = addDays(today(), -1)

export const closeKilled: Experiment = {
  title: 'kill -9 while a day is closed: the day of the account and the day of the ledger are open or closed together, and the day is closed once by whoever tries again.',
  control: 'closing is no transaction',
  breaks: [DIES],
  without: [NO_TRANSACTION],
  views: ['half_closed_days', 'given_up_events'],
  async run(stage) {
    const cuts = stage.isControl ? [NO_TRANSACTION] : []
    const dying = await stage.start(0, { without: [...cuts, DIES] })
    const { finance, merchantId } = await paySchool(stage, dying.port, 1, 100_00)
    const id = await inStage(stage, async db => {
      const opened = await dayOf(db, merchantId, YESTERDAY)
      return (await fetchNow(db, await db.unscoped(reconDay).one(opened))).id // the experiment's own school
    })
    const lost = await ask(finance, 'fee/reconDay/closeDay', { id }, { timeoutMs: 10_000 })
    const half = async (): Promise<number> => (await stage.rows<{ n: number }>('select count(*)::int as n from faults.half_closed_days'))[0]?.n ?? -1
    const after = await half()
    const next = await stage.start(1, { without: cuts })
    const [again] = await stage.people(['bench-finance'], next.port)
    const closing = again ? await Promise.all([1, 2, 3].map(() => ask(again, 'fee/reconDay/closeDay', { id }))) : []
    const closed = async () =>
      (await stage.rows<{ state: string; days: number }>('select state, (select count(*)::int from closed_day) as days from recon_day where id = $1', [id]))[0]
    await until(async () => (await closed())?.state === 'closed', 20)
    const now = await closed()
    return [
      finding('the answer was lost', lost.status, lost.status === 0),
      none('days that were half closed when it died', after),
      finding('three tries again at once', closing.map(r => r.code).join(', '), closing.filter(r => r.code === 200).length === 1),
      finding('closed', `${now?.state}, ${now?.days} day of the ledger`, now?.state === 'closed' && now.days === 1),
    ]
  },
}
