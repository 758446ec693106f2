import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { failureText, get, isRefusal, newKey, post, putFile } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/records/address.ts'
import { checkSheet, scoreRooms } from '../../model/check/actions.ts'
import { dropPending, keepPending, keepSheet, keptSheet, type Pending, pendingOf } from './pending.ts'

export type Sheet = AnswerOf<typeof checkSheet>
export type SheetRoom = NonNullable<Sheet['rooms'][number]>
const AGAIN_MS = 15_000
const PORTION = 20

/** A building's sheet from the network, else the cached one. */
function useKeptSheet(taskId: string, dormId: string | null) {
  return useQuery({
    queryKey: [...entityKey('checkTask'), 'sheet', language(), taskId, dormId],
    queryFn: async ({ signal }): Promise<Sheet> => {
      const key = `${taskId} ${dormId ?? ''}`
      try {
        const sheet = await get<Sheet>(actionAddress(checkSheet), { id: taskId, ...(dormId ? { dormId } : {}) }, { signal, quiet: true })
        await keepSheet(key, sheet).catch(() => undefined)
        return sheet
      } catch (error) {
        const kept = isRefusal(error) || signal.aborted ? undefined : keptSheet<Sheet>(key)
        if (kept) return kept
        throw error
      }
    },
    meta: { inPlace: true },
    networkMode: 'always',
    retry: false,
  })
}
async function sendPortion(taskId: string, portion: readonly Pending[]): Promise<Map<string, string>> {
  const ready: Pending[] = []
  for (const p of portion) {
    const photoIds = [...p.photoIds]
    for (const file of p.photos) photoIds.push((await putFile(file)).fileId)
    const sent = { ...p, photoIds, photos: [] }
    if (p.photos.length) await keepPending(sent) // upload once, whatever happens next
    ready.push(sent)
  }
  const sheets = ready.map(p => ({ ...p.draft, photos: [...p.photoIds] }))
  const { results } = await post<AnswerOf<typeof scoreRooms>>(actionAddress(scoreRooms), { taskId, sheets }, { idempotencyKey: newKey(), quiet: true })
  const problems = new Map(results.flatMap(r => (r?.problem ? [[r.roomId, r.problem] as const] : [])))
  for (const p of ready) await dropPending(p)
  return problems
}
/** Scores of one building: stored locally first and synced when online; submissions are idempotent. */
export function useSheet(taskId: string, dormId: string | null) {
  const read = useKeptSheet(taskId, dormId)
  const { refetch } = read
  const [waiting, setWaiting] = useState<readonly Pending[]>([])
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [failure, setFailure] = useState<string>()
  const isSending = useRef(false)
  const send = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      let all = pendingOf(taskId)
      while (all.length) {
        const found = await sendPortion(taskId, all.slice(0, PORTION))
        setProblems(now => new Map([...now, ...found]))
        setFailure(undefined)
        all = pendingOf(taskId)
        setWaiting(all)
        await refetch()
      }
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      isSending.current = false
      setWaiting(pendingOf(taskId))
    }
  }, [taskId, refetch])
  useEffect(() => {
    void send()
    const again = () => void send()
    addEventListener('online', again)
    const timer = setInterval(again, AGAIN_MS)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [send])
  const save = async (of: Omit<Pending, 'taskId'>): Promise<void> => {
    setProblems(now => new Map([...now].filter(([id]) => id !== of.draft.roomId)))
    await keepPending({ ...of, taskId })
    setWaiting(pendingOf(taskId))
    void send()
  }
  return { ...read, waiting, problems, failure, save }
}
