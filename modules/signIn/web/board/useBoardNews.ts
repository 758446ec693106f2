import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listenTo } from '#web/app/live.ts'
import { entityKey } from '#web/records/address.ts'
import { board, roster } from '../../model/reading.ts'

/** Newer than this no board is behind, heard or asked. */
const EVERY_MS = 2000
const AGAIN_MS = 10_000
/** Asks for what stands on a date's board as soon as the server says that something is another; answers how often to ask by oneself while there is no such stream. */
export function useBoardNews(occurrenceId: string): number | undefined {
  const client = useQueryClient()
  const [isHeard, setHeard] = useState(false)
  useEffect(() => {
    let own: AbortController | undefined
    let isOver = false
    let again: ReturnType<typeof setTimeout> | undefined
    let asking: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    // in a rush there is news every second: a question each two seconds is enough for an eye
    const ask = () => {
      asking ??= setTimeout(
        () => {
          asking = undefined
          asked = Date.now()
          for (const of of [board.of, roster.of]) void client.invalidateQueries({ queryKey: entityKey(of) })
        },
        Math.max(0, asked + EVERY_MS - Date.now()),
      )
    }
    const open = async () => {
      if (isOver || own || document.hidden) return
      const mine = new AbortController()
      own = mine
      await listenTo(
        'signIn/signOccurrence/follow',
        mine.signal,
        () => {
          setHeard(true)
          ask()
        },
        { occurrenceId },
      ).catch(() => {})
      if (own === mine) own = undefined
      if (isOver) return
      setHeard(false)
      again = setTimeout(() => void open(), AGAIN_MS)
    }
    const seen = () => {
      if (document.hidden) own?.abort()
      else void open()
    }
    document.addEventListener('visibilitychange', seen)
    void open()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', seen)
      clearTimeout(again)
      clearTimeout(asking)
      own?.abort()
    }
  }, [client, occurrenceId])
  return isHeard ? undefined : EVERY_MS
}
