import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { post } from '#web/http/index.ts'
import { accountStore } from '#web/offline/index.ts'
import type { Queued } from '#web/offline/queue.ts'
import { useQueue } from '#web/offline/useQueue.ts'
import { readQuery, useRead } from '#web/records/useRead.ts'
import { actionAddress } from '#web/values/address.ts'
import { submitPatrol } from '../model/actions.ts'
import type { RoomTick } from '../model/night-line.ts'
import { patrolRooms } from '../model/read-actions.ts'
import { lastTicks } from '../model/ticks.ts'

export type PatrolList = AnswerOf<typeof patrolRooms>
/** A tick in the queue: it counts for the building and night of the list it was made on. */
type QueuedTick = RoomTick & { dormId: string; nightDate: string }
const EVERY_MS = 30_000
const MOST = 500

/** A patrol of one building. The list and the ticks are stored on the phone; ticks until the server has confirmed them. */
export function usePatrol(dormId: string | undefined) {
  const input = dormId ? { dormId } : {}
  const read = useRead(patrolRooms, input, { every: EVERY_MS })
  const { list, isUnsaved } = useStoredList(dormId ?? 'here', read.data)
  const client = useQueryClient()
  const send = async (entries: ReadonlyArray<Queued<QueuedTick>>) => {
    const ticks = entries.map(({ value: { roomId, at, out, late } }) => ({ roomId, at, out: [...out], late: [...late] }))
    const [first] = entries
    if (!first) return
    const { dormId, nightDate } = first.value
    await post(actionAddress(submitPatrol), { dormId, nightDate, ticks }, { quiet: true })
    if (list?.dormId === dormId && list.night === nightDate) client.setQueryData(readQuery(patrolRooms, input).queryKey, ticked(list, ticks))
    void read.refetch()
  }
  const queue = useQueue<QueuedTick>(`patrol ${dormId ?? 'here'}`, { send, portion: MOST, groupOf: tick => `${tick.dormId} ${tick.nightDate}` })
  const own = queue.waiting.map(entry => entry.value).filter(tick => tick.nightDate === list?.night)
  return {
    list: list && ticked(list, own),
    waiting: queue.waiting.length,
    tick(roomId: string, out: readonly string[], late: readonly string[]) {
      if (list?.dormId) void queue.add({ dormId: list.dormId, nightDate: list.night, roomId, at: new Date().toISOString(), out: [...out], late: [...late] })
    },
    discard: () => void queue.discard(queue.waiting.filter(entry => queue.refusals.has(entry.id))),
    isUnsaved: isUnsaved || queue.isUnsaved,
    refusals: queue.refusals,
    error: read.error,
    refetch: read.refetch,
    errorUpdatedAt: read.errorUpdatedAt,
    isOffline: Boolean(read.error && list),
  }
}
/** The building's list from the network, else the one stored last. */
function useStoredList(place: string, fresh: PatrolList | undefined) {
  const key = `patrol list ${place}`
  const [isUnsaved, setUnsaved] = useState(false)
  useEffect(() => {
    if (!fresh) return
    accountStore()
      .set(key, fresh)
      .then(
        () => setUnsaved(false),
        () => setUnsaved(true),
      )
  }, [fresh, key])
  return { list: fresh ?? accountStore().get<PatrolList>(key), isUnsaved }
}
/** The list with ticks applied. */
function ticked(list: PatrolList, ticks: readonly RoomTick[]): PatrolList {
  const last = lastTicks(ticks)
  const rooms = list.rooms.map(room => {
    const tick = room && last.get(room.id)
    if (!room || !tick || (room.tickedAt && Date.parse(room.tickedAt) >= Date.parse(tick.at))) return room
    return { ...room, tickedAt: tick.at, tickedBy: null, out: [...tick.out], late: [...tick.late] }
  })
  return { ...list, rooms }
}
