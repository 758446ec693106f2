import type { Action, InputOf } from '#model'
import { ApiRefusal, post, putFile } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import type { Delivery } from '#web/offline/queue.ts'
import { type QueueState, useQueue } from '#web/offline/useQueue.ts'
import { actionAddress } from '#web/values/address.ts'

type Actions = Readonly<Record<string, Action>>
/** Photos not uploaded yet, by the field that takes their ids. */
export type KeptFiles = Readonly<Record<string, readonly File[]>>
/** A call waiting for the network. */
export type QueuedAct<M extends Actions> = { [K in keyof M & string]: { name: K; input: InputOf<M[K]>; files: KeptFiles } }[keyof M & string]
export interface ActionQueue<M extends Actions> extends QueueState<QueuedAct<M>> {
  /** Does it now, or as soon as there is a network. */
  record<K extends keyof M & string>(name: K, input: InputOf<M[K]>, files?: KeptFiles): Promise<void>
}
const GONE = 410
/** The account's queue of actions that can be recorded without a network. They are sent one by one in their order, each once, after the photos taken for them. */
export function useActionQueue<M extends Actions>(name: string, actions: M, onSent: () => Promise<unknown>): ActionQueue<M> {
  const queue = useQueue<QueuedAct<M>>(name, deliveryOf(actions, onSent))
  return { ...queue, record: (name, input, files = {}) => queue.add({ name, input, files }) }
}
/** How recorded actions reach the server. */
export const deliveryOf = <M extends Actions>(actions: M, onSent: () => Promise<unknown>): Delivery<QueuedAct<M>> => ({
  portion: 1,
  async prepare(act) {
    // it was recorded with an earlier build
    if (!actions[act.name]) throw new ApiRefusal(GONE, t('平台更新后已没有这个操作'))
    return uploaded(act)
  },
  async send(entries) {
    for (const { id, value } of entries) await post(actionAddress(actions[value.name] as Action), value.input, { idempotencyKey: id, quiet: true })
    await onSent()
  },
})
/** The photos of an act. Acts recorded before there were names of fields have those of two fields. */
function filesOf(act: { files?: KeptFiles; after?: readonly File[]; before?: readonly File[] }): KeptFiles {
  return act.files ?? { afterPhotos: act.after ?? [], beforePhotos: act.before ?? [] }
}
async function uploaded<M extends Actions>(act: QueuedAct<M>): Promise<QueuedAct<M>> {
  const ids: Record<string, string[]> = {}
  for (const [field, files] of Object.entries(filesOf(act))) {
    if (!files.length) continue
    ids[field] = []
    for (const file of files) ids[field].push((await putFile(file)).fileId)
  }
  return Object.keys(ids).length ? { ...act, input: { ...act.input, ...ids }, files: {} } : act
}
