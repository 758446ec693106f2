import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepStream } from '#web/app/stream.ts'
import { entityKey } from '#web/records/address.ts'
import { board, roster } from '../../model/read-actions.ts'

/** Newer than this no board is behind, heard or asked. */
const EVERY_MS = 2000
/** Asks for what stands on a date's board as soon as the server says that something is another; answers how often to ask by oneself while there is no such stream. */
export function useBoardNews(occurrenceId: string): number | undefined {
  const client = useQueryClient()
  const [isHeard, setHeard] = useState(false)
  useEffect(() => {
    let asking: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    // in a rush there is news every second: a question each two seconds is enough for an eye
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
