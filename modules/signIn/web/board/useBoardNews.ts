import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepStream } from '#web/app/stream.ts'
import { entityKey } from '#web/records/address.ts'
import { board, roster } from '../../model/read-actions.ts'

/** Maximum delay of a board, with or without the stream. */
const EVERY_MS = 2000
/** Refetches a board on server-sent events; returns the polling interval to use while there is no stream. */
export function useBoardNews(occurrenceId: string): number | undefined {
  const client = useQueryClient()
  const [isHeard, setHeard] = useState(false)
  useEffect(() => {
    let asking: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    // in a rush there is an event every second: throttle to one request per two seconds
    const ask = () => {
      asking ??= setTimeout(
        () => {
          asking = undefined
          asked = Date.now()
          for (const entity of [board.of, roster.of]) void client.invalidateQueries({ queryKey: entityKey(entity) })
        },
        Math.max(0, asked + EVERY_MS - Date.now()),
      )
    }
    const end = keepStream({
      path: 'signIn/signOccurrence/follow',
      query: { occurrenceId },
      take: () => {
        setHeard(true)
        ask()
      },
      lost: () => setHeard(false),
    })
    return () => {
      end()
      clearTimeout(asking)
    }
  }, [client, occurrenceId])
  return isHeard ? undefined : EVERY_MS
}
