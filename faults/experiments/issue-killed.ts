import { FINANCE, fillPrices, issued, previewed } from '../../bench/bills.ts'
import { withClient } from '../../bench/database.ts'
import { until } from '../client.ts'
import { type Experiment, finding } from '../experiment.ts'
import type { Cut } from '../without.ts'

/** Kills the process in the second portion, when its lines are charged and nothing says so yet. */
const DIES: Cut = {
  file: 'modules/fee/bills/server/issue-run.ts',
  from: '    const issued = new Set(fresh.map(line => line.id))',
  to: "    if ((await tx.unscoped(billRun).one(run.id)).done) process.kill(process.pid, 'SIGKILL')\n    const issued = new Set(fresh.map(line => line.id))",
}
const NO_TRANSACTION: Cut = {
  file: 'modules/fee/bills/server/issue-run.ts',
  from: 'return db.tx(async tx => {\n    const planned',
  to: 'return (work => work(db))(async tx => {\n    const planned',
}
export const issueKilled: Experiment = {
  title: 'kill -9 while bills are issued: another process goes on where the last whole portion ended; every planned line is charged once, and belongs to the run.',
  control: 'a portion is no transaction',
  breaks: [DIES],
  without: [NO_TRANSACTION],
  views: ['doubled_charges', 'forgotten_bills', 'unequal_lines', 'given_up_events'],
  async run(stage) {
    const cuts = stage.isControl ? [NO_TRANSACTION] : []
    const asked = await withClient(stage.url, fillPrices)
    const dying = await stage.start(0, { without: [...cuts, DIES] })
    const [finance] = await stage.people([FINANCE], dying.port)
    if (!finance) throw new Error('nobody of the finance office')
    const { digest, count } = await previewed(finance, asked)
    const id = await issued(finance, asked, digest)
    const answers = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${dying.port}/healthz`).then(
        answer => answer.ok,
        () => false,
      )
    const died = await until(async () => !(await answers()), 60)
    const runNow = async () => (await stage.rows<{ state: string; done: number; lines: number }>('select state, done, lines from bill_run where id = $1', [id]))[0]
    const before = await runNow()
    await stage.start(1, { without: cuts })
    const done = await until(async () => (await runNow())?.state !== 'running', 300)
    const after = await runNow()
    const [charged] = await stage.rows<{ n: number }>("select count(*)::int as n from ledger_entry where kind = 'charge' and source_type = 'billRun'")
    return [
      finding('it died in the middle', `${before?.done} of ${before?.lines} lines worked off`, died !== undefined && (before?.done ?? 0) > 0 && (before?.done ?? 0) < count),
      finding('another process finished the run', done === undefined ? 'never' : `${after?.state} after ${done.toFixed(0)} s`, after?.state === 'done' && after.done === count),
      finding('charges', `${charged?.n} of ${count}`, charged?.n === count),
    ]
  },
}
