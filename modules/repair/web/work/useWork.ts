import type { AnswerOf } from '#web/forms/useAct.ts'
import { type ActionQueue, type QueuedAct, useActionQueue } from '#web/forms/useActionQueue.ts'
import { useKeptRead } from '#web/records/useKeptRead.ts'
import { acceptSheet, arriveSheet, finishSheet, myRoute, resumeSheet } from '../../model/work-actions.ts'

export type Job = AnswerOf<typeof myRoute>[number]
/** Steps that can be recorded without a network. */
const STEPS = { accept: acceptSheet, arrive: arriveSheet, resume: resumeSheet, finish: finishSheet } as const
type Steps = typeof STEPS
/** What a sheet looks like once the waiting steps are sent. */
function withSteps(job: Job, steps: ReadonlyArray<QueuedAct<Steps>>): Job {
  let shown = job
  for (const step of steps) {
    if (step.input.id !== job.id) continue
    if (step.name === 'accept') shown = { ...shown, state: 'accepted', comingAt: step.input.comingAt ?? null }
    if (step.name === 'arrive') shown = { ...shown, state: 'arrived', orderState: 'working' }
    if (step.name === 'resume') shown = { ...shown, orderState: 'working' }
    if (step.name === 'finish') shown = { ...shown, state: 'done', doneAt: step.input.at ?? null }
  }
  return shown
}
export interface Work {
  read: ReturnType<typeof useKeptRead<typeof myRoute>>
  jobs: readonly Job[] | undefined
  queue: ActionQueue<Steps>
  /** Records a step with the present moment. */
  record: ActionQueue<Steps>['record']
}
/** A worker's sheets, with everything recorded on this phone. */
export function useWork(): Work {
  const read = useKeptRead(myRoute, {})
  const queue = useActionQueue('repair', STEPS, read.refetch)
  const steps = queue.waiting.map(entry => entry.value)
  return {
    read,
    queue,
    jobs: read.data?.map(job => withSteps(job, steps)),
    record: (name, input, files) => queue.record(name, { ...input, at: new Date().toISOString() }, files),
  }
}
