import { useState } from 'react'
import type { InputOf } from '#model'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { newKey, post, putFile } from '#web/http/index.ts'
import type { Queued } from '#web/offline/queue.ts'
import { useQueue } from '#web/offline/useQueue.ts'
import { useKeptRead } from '#web/records/useKeptRead.ts'
import { actionAddress } from '#web/values/address.ts'
import { checkSheet, scoreRooms } from '../model/actions.ts'

export type CheckSheet = AnswerOf<typeof checkSheet>
export type SheetRoom = CheckSheet['rooms'][number]
type SheetDraft = Omit<NonNullable<InputOf<typeof scoreRooms>['sheets'][number]>, 'photos'>
/** Scores of one room in the queue. */
export interface RoomScore {
  draft: SheetDraft
  /** Uploaded photos, and new ones. */
  photoIds: readonly string[]
  photos: readonly File[]
}
async function uploaded(score: RoomScore): Promise<RoomScore> {
  if (!score.photos.length) return score
  const photoIds = [...score.photoIds]
  for (const file of score.photos) photoIds.push((await putFile(file)).fileId)
  return { ...score, photoIds, photos: [] }
}
/** Scores of one building: on the phone first, sent when there is a network. */
export function useSheet(taskId: string, dormId: string | null) {
  const read = useKeptRead(checkSheet, { id: taskId, ...(dormId ? { dormId } : {}) })
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const send = async (entries: ReadonlyArray<Queued<RoomScore>>) => {
    const sheets = entries.map(({ value: { draft, photoIds } }) => ({ ...draft, photos: [...photoIds] }))
    const { results } = await post<AnswerOf<typeof scoreRooms>>(actionAddress(scoreRooms), { taskId, sheets }, { idempotencyKey: newKey(), quiet: true })
    setProblems(now => new Map([...now, ...results.flatMap(r => (r?.problem ? [[r.roomId, r.problem] as const] : []))]))
    await read.refetch()
  }
  const queue = useQueue<RoomScore>(`check ${taskId}`, { send, prepare: uploaded })
  const [refusal] = queue.refusals.values()
  const save = (score: RoomScore): Promise<void> => {
    const { roomId } = score.draft
    setProblems(now => new Map([...now].filter(([id]) => id !== roomId)))
    return queue.add(score, roomId)
  }
  return { ...read, waiting: queue.waiting.map(entry => entry.value), problems, failure: refusal ?? queue.failure, save }
}
