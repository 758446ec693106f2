import { withClient } from '../../bench/database.ts'
import { previewed, progressOf, readyToRollOver } from '../../bench/rollover.ts'
import { ACCOUNTS } from '../../bench/school.ts'
import { ask, until } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'
import type { Cut } from '../without.ts'

const LINES = 'modules/campus/rollover/server/lines.ts'
/** Kills the process in a later portion, when its rows are written and nothing says so yet. */
const DIES: Cut = {
  file: LINES,
  from: '  await tx.updateMany(rolloverLine, written, { history: false })',
  to: "  if ((await tx.unscoped(rolloverRun).one(run.id)).done > 120) process.kill(process.pid, 'SIGKILL')\n  await tx.updateMany(rolloverLine, written, { history: false })",
}
const NO_TRANSACTION: Cut = { file: LINES, from: 'await db.tx(tx => workOff(tx, run, step, direction, ids))', to: 'await workOff(db, run, step, direction, ids)' }

interface Run {
  state: string
  done: number
  total: number
}
export const rolloverKilled: Experiment = {
  title:
    'kill -9 while a school rolls over to its next year: another process goes on where the last whole portion ended; every planned row is written once, and belongs to the run.',
  control: 'a portion is no transaction',
  breaks: [DIES],
  without: [NO_TRANSACTION],
  views: ['unowned_classes', 'given_up_events'],
  async run(stage) {
    const cuts = stage.isControl ? [NO_TRANSACTION] : []
    const toXn = await withClient(stage.url, readyToRollOver)
    const dying = await stage.start(0, { without: [...cuts, DIES] })
    const [officer] = await stage.people([ACCOUNTS.officer], dying.port)
    if (!officer) throw new Error('nobody of the office')
    const id = await previewed(officer, toXn)
    const { total } = await progressOf(officer, id)
    await ask(officer, 'base/rolloverRun/start', { id })
    const answers = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${dying.port}/healthz`).then(
        answer => answer.ok,
        () => false,
      )
    const died = await until(async () => !(await answers()), 60)
    const runNow = async () => (await stage.rows<Run>('select state, done, total from rollover_run where id = $1', [id]))[0]
    const before = await runNow()
    await stage.start(1, { without: cuts })
    const done = await until(async () => (await runNow())?.state !== 'running', 300)
    const after = await runNow()
    const [left] = await stage.rows<{ n: number }>("select count(*)::int as n from rollover_line where run_id = $1 and state not in ('done', 'skipped')", [id])
    return [
      finding('it died in the middle', `${before?.done} of ${total} rows`, died !== undefined && (before?.done ?? 0) > 0 && (before?.done ?? 0) < total),
      finding('another process finished the run', done === undefined ? 'never' : `${after?.state} after ${done.toFixed(0)} s`, after?.state === 'done'),
      finding('rows of the run', `${after?.done} of ${total}`, after?.done === total),
      none('planned rows that were left', left?.n ?? -1),
    ]
  },
}
