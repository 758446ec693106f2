import { useEffect, useRef, useState } from 'react'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { scan, sign } from '../../model/actions.ts'
import { deviceKey, deviceName } from './device.ts'

type Scanned = AnswerOf<typeof scan>
/** Exchanges a scanned code for a ticket at once; signs if nothing else is required. */
export function useScanned() {
  const [params, , put] = useOwnParams()
  const code = params.get('code')
  const used = useRef<string>(undefined)
  const [ticket, setTicket] = useState<Scanned>()
  const signing = useAct(sign, { changes: ['signOccurrence'], done: false })
  const scanning = useAct(scan, {
    done: false,
    onDone: got => {
      setTicket(got)
      put({ code: undefined, id: got.occurrenceId })
      if (!got.lacking.length)
        signing.mutate({ occurrenceId: got.occurrenceId, ticket: got.ticket, deviceKey: deviceKey(), deviceName: deviceName(), clientAt: new Date().toISOString() })
    },
  })
  const { mutate } = scanning
  useEffect(() => {
    if (!code || used.current === code) return
    used.current = code
    mutate({ code })
  }, [code, mutate])
  useEffect(() => {
    if (!ticket) return
    const timer = setTimeout(() => setTicket(undefined), ticket.seconds * 1000)
    return () => clearTimeout(timer)
  }, [ticket])
  return { ticket, isBusy: scanning.isPending || signing.isPending, error: scanning.error ?? signing.error, forget: () => put({ code: undefined }) }
}
