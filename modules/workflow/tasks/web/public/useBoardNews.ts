import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepStream } from '#web/http/stream.ts'
import { entityKey, namedAddress } from '#web/values/address.ts'

/** Maximum delay of a board, with or without the stream. */
const EVERY_MS = 2000
/**
 * Refetches a board on server-sent events (`followBoard`); returns the polling interval to use while there is no stream. `entity` is the one whose stream it is, `shown` others
 * whose data the board shows.
 */
export function useBoardNews(entity: string, id: string, ...shown: readonly string[]): number | undefined {
  const client = useQueryClient()
  const [isHeard, setHeard] = useState(false)
  const names = [entity, ...shown].join(' ')
  useEffect(() => {
    let asking: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    // in a rush there is an event every second: throttle to one request per two seconds
    const ask = () => {
      asking ??= setTimeout(
        () => {
          asking = undefined
          asked = Date.now()
          for (const name of names.split(' ')) void client.invalidateQueries({ queryKey: entityKey(name) })
        },
        Math.max(0, asked + EVERY_MS - Date.now()),
      )
    }
    const end = keepStream({
      path: namedAddress(entity, 'follow'),
      query: { id },
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
  }, [client, entity, id, names])
  return isHeard ? undefined : EVERY_MS
}
