import { useEffect, useRef, useState } from 'react'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { isRefusal } from '#web/http/failure.ts'
import { post } from '#web/http/index.ts'
import { followNews } from '#web/http/live.ts'
import { useQueue } from '#web/offline/useQueue.ts'
import { actionAddress } from '#web/values/address.ts'
import { type Given, isGiven } from '../../model/marking.ts'
import { handIn, saveAnswers, type startTest } from '../../model/sit-actions.ts'

export type TestSheet = AnswerOf<typeof startTest>
interface Change {
  no: number
  seq: number
  answer: Given
}
const BEAT_MS = 15_000
const SETTLE_MS = 2_000
/** Answers of an attempt: kept on the device until the server has them, sent by themselves once the network is back, and the true time with every save (60-OT5). */
export function useAnswers(sheet: TestSheet, device: string) {
  const { attemptId } = sheet
  const [deadlineAt, setDeadline] = useState(sheet.deadlineAt)
  const [extended, setExtended] = useState({ minutes: sheet.extraMinutes, reason: sheet.extendReason })
  const [savedAt, setSavedAt] = useState<string>()
  const [ended, setEnded] = useState<Error>()
  const save = async (answers: readonly Change[]): Promise<void> => {
    try {
      const done = await post<AnswerOf<typeof saveAnswers>>(actionAddress(saveAnswers), { attemptId, device, answers }, { quiet: true })
      setDeadline(done.deadlineAt)
      setExtended({ minutes: done.extraMinutes, reason: done.extendReason })
      setSavedAt(done.savedAt)
    } catch (error) {
      // taken over, locked or over: this screen turns read-only
      if (isRefusal(error) && error.code === 422) setEnded(error)
      throw error
    }
  }
  const queue = useQueue<Change>(`test ${attemptId}`, { portion: 50, send: entries => save(entries.map(entry => entry.value)) })
  const [answers, setAnswers] = useState(() =>
    merged(
      sheet,
      queue.waiting.map(entry => entry.value),
    ),
  )
  const seqs = useRef(new Map([...sheet.answers, ...queue.waiting.map(entry => entry.value)].map(one => [one.no, one.seq])))
  const settling = useRef(new Map<number, { timer: ReturnType<typeof setTimeout>; change: Change }>())
  const beat = useRef(save)
  beat.current = save
  useEffect(() => {
    const ask = () => void beat.current([]).catch(() => undefined)
    const timer = setInterval(ask, BEAT_MS)
    // more time is told by a message: the true deadline is asked for at once (60-OT15)
    const stop = followNews('message', ask)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  const push = (change: Change) => void queue.add(change, String(change.no))
  /** A text is sent once it has settled, everything else at once. */
  const put = (no: number, answer: Given, isTyped: boolean) => {
    setAnswers(now => new Map(now).set(no, answer))
    const change = { no, seq: (seqs.current.get(no) ?? 0) + 1, answer: isGiven(answer) ? answer : null }
    seqs.current.set(no, change.seq)
    clearTimeout(settling.current.get(no)?.timer)
    settling.current.delete(no)
    if (!isTyped) return push(change)
    const timer = setTimeout(() => {
      settling.current.delete(no)
      push(change)
    }, SETTLE_MS)
    settling.current.set(no, { timer, change })
  }
  const hand = useAct(handIn, { done: false, changes: ['todo'] })
  const unsent = (): Change[] => [...queue.waiting.map(entry => entry.value), ...[...settling.current.values()].map(one => one.change)]
  const submit = () => {
    for (const { timer } of settling.current.values()) clearTimeout(timer)
    hand.mutate({ attemptId, device, answers: unsent() }, { onSuccess: () => void queue.discard(queue.waiting) })
  }
  return { answers, put, submit, hand, deadlineAt, extended, savedAt, waiting: queue.waiting.length, isOffline: queue.failure !== undefined, ended }
}
/** What the server has, and over it what this device has not sent yet. */
function merged(sheet: TestSheet, waiting: readonly Change[]): ReadonlyMap<number, Given> {
  const all = new Map<number, { seq: number; answer: Given }>(sheet.answers.map(one => [one.no, { seq: one.seq, answer: one.answer as Given }]))
  for (const one of waiting) if (one.seq > (all.get(one.no)?.seq ?? -1)) all.set(one.no, one)
  return new Map([...all].map(([no, { answer }]) => [no, answer]))
}
