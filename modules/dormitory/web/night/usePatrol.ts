import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { isRefusal, post } from '#web/http/index.ts'
import { actionAddress } from '#web/records/address.ts'
import { useRead } from '#web/records/useRead.ts'
import { submitPatrol } from '../../model/night/actions.ts'
import type { RoomTick } from '../../model/night/night-line.ts'
import { patrolRooms } from '../../model/night/read-actions.ts'
import { lastTicks } from '../../model/night/ticks.ts'
import { carried, carryList, carryTick, dropTicks } from './patrol-store.ts'

export type PatrolList = AnswerOf<typeof patrolRooms>
const RETRY_MS = 10_000
const HERE = 'here'

/** A patrol of one building. Ticks are stored locally first, sent when online, and kept until confirmed. */
export function usePatrol(dormId: string | undefined) {
  const place = dormId ?? HERE
  const read = useRead(patrolRooms, dormId ? { dormId } : {}, { every: RETRY_MS * 3 })
  const [own, setOwn] = useState(() => carried<PatrolList>(place))
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<Error>()
  const sending = useRef(false)
  const fresh = read.data
  // ticks of an earlier night have been sent or have expired
  const ticks = own && (!fresh || own.list.night === fresh.night) ? own.ticks : []
  const list = fresh ?? own?.list
  const keepList = useCallback(
    (of: PatrolList) => {
      void carryList(place, of).then(setProblem)
      setOwn(carried<PatrolList>(place))
    },
    [place],
  )
  useEffect(() => setOwn(carried<PatrolList>(place)), [place])
  useEffect(() => {
    if (!fresh) return
    const known = carried<PatrolList>(place)
    if (known && known.list.night !== fresh.night) void dropTicks(place, known.ticks)
    keepList(fresh)
  }, [fresh, keepList, place])
  const { refetch } = read
  const flush = useCallback(async () => {
    const now = carried<PatrolList>(place)
    if (sending.current || !now?.ticks.length || !now.list.dormId) return
    sending.current = true
    const sent = now.ticks
    try {
      await post(actionAddress(submitPatrol), { dormId: now.list.dormId, nightDate: now.list.night, ticks: sent }, { quiet: true })
      await dropTicks(place, sent)
      keepList(ticked((carried<PatrolList>(place) ?? now).list, sent))
      setRefusal(undefined)
      void refetch()
    } catch (error) {
      // a network failure is no error: retry later
      if (isRefusal(error) && error instanceof Error) setRefusal(error)
    } finally {
      sending.current = false
    }
  }, [place, keepList, refetch])
  useEffect(() => {
    const again = () => void flush()
    const timer = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    again()
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [flush])
  const tick = (roomId: string, out: readonly string[], late: readonly string[]) => {
    if (!list) return
    void carryTick(place, { roomId, at: new Date().toISOString(), out: [...out], late: [...late] }).then(setProblem)
    keepList(list)
    void flush()
  }
  const discard = () => {
    void dropTicks(place, ticks)
    if (list) keepList(list)
    setRefusal(undefined)
  }
  return {
    list: list && ticked(list, ticks),
    ticks,
    tick,
    discard,
    flush,
    problem,
    refusal,
    error: read.error,
    refetch,
    errorAt: read.errorUpdatedAt,
    isOffline: Boolean(read.error && list),
  }
}
/** The list with own ticks applied, including unsynced ones. */
function ticked(list: PatrolList, ticks: readonly RoomTick[]): PatrolList {
  const last = lastTicks(ticks)
  const rooms = list.rooms.map(room => {
    const tick = room && last.get(room.id)
    if (!room || !tick || (room.tickedAt && Date.parse(room.tickedAt) >= Date.parse(tick.at))) return room
    return { ...room, tickedAt: tick.at, tickedBy: null, out: [...tick.out], late: [...tick.late] }
  })
  return { ...list, rooms }
}
