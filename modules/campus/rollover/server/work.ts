import { mustAllow, refusalOf, type Wording } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { phraseValues } from '#server/i18n/wording.ts'
import { backgroundTask, enqueueTask, type Task } from '#server/jobs/background-task.ts'
import { startRollover, undoRollover } from '../model/rollover-actions.ts'
import { rolloverLine } from '../model/rollover-line.ts'
import { rolloverRun, type StepLog } from '../model/rollover-run.ts'
import { watchDue } from './due.ts'
import { portion } from './lines.ts'
import { tellResult } from './notify.ts'
import { lockRuns, type Run } from './run-lock.ts'
import { settingsOf } from './settings.ts'
import { stepsOf } from './step.ts'

const QUEUE = 'campus.rollover'
const now = (): string => new Date().toISOString()

/** Whoever reaches the whole school: a run is nobody's own. */
const lockedRun = async (db: Db, id: string) => {
  await db.visible(rolloverRun).one(id)
  const run = (await lockRuns(db)).find(r => r.id === id)
  return run ?? db.unscoped(rolloverRun).lock(id) // one that was taken back: its state refuses
}
/** 30-BY4: the run as it is previewed, or where it stopped, goes on in the background. */
const start = handle(startRollover, async ({ db, me }, { id }) => {
  const run = await lockedRun(db, id)
  mustAllow(rolloverRun, run, 'start')
  await db.update(rolloverRun, id, { state: 'running', startedById: me.userId, startedAt: now(), endedAt: null, note: null, wording: null })
  await enqueueTask(db, QUEUE, id, {})
})
const undo = handle(undoRollover, async ({ db, me }, { id }) => {
  const run = await lockedRun(db, id)
  mustAllow(rolloverRun, run, 'undo')
  const hours = (await settingsOf(db))['rollover.undoHours']
  if (!run.endedAt || Date.parse(run.endedAt) + hours * HOUR_MS < Date.now())
    throw refusalOf(rolloverRun, 'undoLate', { endedAt: run.endedAt ? schoolTimeText(run.endedAt) : '', hours })
  await db.update(rolloverRun, id, { state: 'running', isUndo: true, startedById: me.userId, startedAt: now(), note: null, wording: null })
  await enqueueTask(db, QUEUE, id, {})
})
async function work(db: Db, task: Task<object>) {
  const run = await db.unscoped(rolloverRun).one(task.id) // the background task of this run
  return run.isUndo ? undoSteps(db, run, task) : runSteps(db, run, task)
}
const logOf = async (db: Db, id: string): Promise<readonly StepLog[]> => (await db.unscoped(rolloverRun).one(id)).steps // the background task of this run
async function note(db: Db, id: string, code: string, patch: Partial<StepLog>): Promise<void> {
  const steps = (await logOf(db, id)).map(s => (s.code === code ? { ...s, ...patch } : s))
  await db.updateWhere(rolloverRun, { id }, { steps }, { bookkeeping: true })
}
/** 30-BY2: a step with open exceptions waits, and so do those after it; the others are done. */
async function runSteps(db: Db, run: Run, { signal }: Task<object>) {
  const done = new Set((await logOf(db, run.id)).filter(s => s.state === 'done').map(s => s.code))
  for (const step of stepsOf(db)) {
    if (done.has(step.code)) continue
    const blocked = await db.unscoped(rolloverLine).count({ runId: run.id, step: step.code, state: 'blocked' }) // the background task of this run
    if (blocked || step.after?.some(code => !done.has(code))) {
      await note(db, run.id, step.code, { state: 'waiting' })
      continue
    }
    await note(db, run.id, step.code, { state: 'running', startedAt: now() })
    while (await portion(db, run, step, 'run')) signal.throwIfAborted()
    await note(db, run.id, step.code, { state: 'done', endedAt: now() })
    done.add(step.code)
  }
  const isWhole = stepsOf(db).every(step => done.has(step.code))
  return (tx: Db) => (isWhole ? finish(tx, run) : stop(tx, run, { text: '还有例外没有处理，处理或跳过后可以继续' }))
}
/** The last step: the modules' own yearly steps begin. */
async function finish(tx: Db, run: Run): Promise<void> {
  await tx.update(rolloverRun, run.id, { state: 'done', endedAt: now() })
  await tx.emit('campus.rolledOver', { fromXn: run.fromXn, toXn: run.toXn })
  await watchDue(tx)
  await tellResult(tx, run, 'done')
}
async function stop(tx: Db, run: Run, why: Wording): Promise<void> {
  await tx.update(rolloverRun, run.id, { state: 'failed', endedAt: now(), ...phraseValues({ wording: null }, 'note', why, 300) })
  await tellResult(tx, run, why)
}
async function undoSteps(db: Db, run: Run, { signal }: Task<object>) {
  for (const step of stepsOf(db).reverse()) {
    while (await portion(db, run, step, 'undo')) signal.throwIfAborted()
    await note(db, run.id, step.code, { state: 'undone' })
  }
  return async (tx: Db) => {
    await tx.update(rolloverRun, run.id, { state: 'undone', endedAt: now() })
    await tellResult(tx, run, 'undone')
  }
}
export default [
  start,
  undo,
  backgroundTask(QUEUE, {
    atOnce: 1,
    run: work,
    async failed(tx, { id }) {
      const run = await tx.unscoped(rolloverRun).lock(id) // the background task of this run
      await stop(tx, run, { text: '出了意外，已停下，可以继续' })
    },
  }),
]
