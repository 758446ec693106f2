import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '#model'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { get, isRefusal, post, putFile } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { accountStore, keepIfPossible } from '#web/offline/index.ts'
import { type QueueState, useQueue } from '#web/offline/useQueue.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { acceptSheet, arriveSheet, finishSheet, myRoute, resumeSheet } from '../../model/work-actions.ts'

export type Job = AnswerOf<typeof myRoute>[number]
/** Steps that can be recorded without a network. */
const STEPS = { accept: acceptSheet, arrive: arriveSheet, resume: resumeSheet, finish: finishSheet } as const
export type StepName = keyof typeof STEPS
/** Input of a step, as its action declares it. */
type Given = { id: string; comingAt?: string } & Partial<Omit<InputOf<typeof finishSheet>, 'id' | 'at'>>
export interface Step {
  name: StepName
  input: Given & { at: string }
  /** Photos not uploaded yet. */
  after: readonly File[]
  before: readonly File[]
}
const ROUTE = 'repair route'
/** Today's route from the network, else the one stored last. */
const useRoute = () =>
  useQuery({
    queryKey: [...entityKey('workSheet'), 'route', language()],
    queryFn: async ({ signal }): Promise<readonly Job[]> => {
      try {
        const jobs = await get<readonly Job[]>(actionAddress(myRoute), {}, { signal, quiet: true })
        keepIfPossible(accountStore().set(ROUTE, jobs))
        return jobs
      } catch (error) {
        const stored = isRefusal(error) || signal.aborted ? undefined : accountStore().get<readonly Job[]>(ROUTE)
        if (stored) return stored
        throw error
      }
    },
    meta: { inPlace: true },
    networkMode: 'always',
    retry: false,
  })
async function uploaded(step: Step): Promise<Step> {
  if (!step.after.length && !step.before.length) return step
  const put = async (files: readonly File[]) => {
    const ids: string[] = []
    for (const file of files) ids.push((await putFile(file)).fileId)
    return ids
  }
  return { ...step, input: { ...step.input, afterPhotos: await put(step.after), beforePhotos: await put(step.before) }, after: [], before: [] }
}
/** What a sheet looks like once the waiting steps are sent. */
function withSteps(job: Job, steps: readonly Step[]): Job {
  let shown = job
  for (const { name, input } of steps) {
    if (input.id !== job.id) continue
    if (name === 'accept') shown = { ...shown, state: 'accepted', comingAt: input.comingAt ?? null }
    if (name === 'arrive') shown = { ...shown, state: 'arrived', orderState: 'working' }
    if (name === 'resume') shown = { ...shown, orderState: 'working' }
    if (name === 'finish') shown = { ...shown, state: 'done', doneAt: input.at }
  }
  return shown
}
export interface Work {
  read: ReturnType<typeof useRoute>
  jobs: readonly Job[] | undefined
  queue: QueueState<Step>
  /** Does it now, or as soon as there is a network. */
  record(name: StepName, input: Given, photos?: Partial<Pick<Step, 'after' | 'before'>>): Promise<void>
}
/** A worker's sheets, with everything recorded on this phone. */
export function useWork(): Work {
  const read = useRoute()
  const queue = useQueue<Step>('repair', {
    portion: 1,
    prepare: uploaded,
    async send(entries) {
      for (const { id, value } of entries) await post(actionAddress(STEPS[value.name]), value.input, { idempotencyKey: id, quiet: true })
      await read.refetch()
    },
  })
  const steps = queue.waiting.map(entry => entry.value)
  return {
    read,
    queue,
    jobs: read.data?.map(job => withSteps(job, steps)),
    record: (name, input, { after = [], before = [] } = {}) => queue.add({ name, input: { ...input, at: new Date().toISOString() }, after, before }),
  }
}
