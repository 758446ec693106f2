import { useEffect, useRef, useState } from 'react'
import type { Action, InputOf } from '#model'
import { newKey, postStreamed } from '#web/http/index.ts'
import { actionAddress } from '#web/values/address.ts'
import type { AnswerOf } from './useAct.ts'

interface Going<A extends Action> {
  isPending: boolean
  /** What has come so far, and stays when it is stopped. */
  text: string
  answer: AnswerOf<A> | null
  error: Error | null
}
/** Runs an action whose answer is drawn as it comes. Stopping, or leaving the page, ends the work on the server. */
export function useStreamed<A extends Action>(action: A): Going<A> & { ask(input: InputOf<A>, onDone?: (answer: AnswerOf<A>) => void): void; stop(): void } {
  const [going, setGoing] = useState<Going<A>>({ isPending: false, text: '', answer: null, error: null })
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort()
    running.current = null
    setGoing(now => ({ ...now, isPending: false }))
  }
  useEffect(() => () => running.current?.abort(), [])
  const ask = (input: InputOf<A>, onDone?: (answer: AnswerOf<A>) => void) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const still = (change: Partial<Going<A>>) => {
      if (running.current === own) setGoing(now => ({ ...now, ...change }))
    }
    setGoing({ isPending: true, text: '', answer: null, error: null })
    postStreamed<AnswerOf<A>>(actionAddress(action), input, text => still({ text }), { idempotencyKey: newKey(), signal: own.signal, quiet: true }).then(
      answer => {
        still({ isPending: false, answer })
        if (running.current === own) onDone?.(answer)
      },
      (error: Error) => still({ isPending: false, error }),
    )
  }
  return { ...going, ask, stop }
}
