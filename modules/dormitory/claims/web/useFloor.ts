import { useEffect, useMemo, useState } from 'react'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { get } from '#web/http/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { actionAddress } from '#web/values/address.ts'
import { type ClaimStatus, claimDeltas, claimRooms } from '../model/actions.ts'

export type Room = AnswerOf<typeof claimRooms>['rooms'][number]
export type Bed = Room['beds'][number]
const EVERY_MS = 1500

/** Rooms of a floor, polled every two seconds. `isStale` while the server is unreachable. */
export function useFloor(roundId: string, floorId: string | undefined) {
  const read = useRead(claimRooms, { roundId, floorId: floorId ?? '' }, { enabled: Boolean(floorId) })
  const since = read.data?.since
  const [changed, setChanged] = useState<ReadonlyMap<string, ClaimStatus>>(new Map())
  const [now, setNow] = useState<string>()
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    if (!floorId || !since) return
    let at = since
    let isOver = false
    setChanged(new Map())
    const ask = async () => {
      if (document.hidden) return
      try {
        const answer = await get<AnswerOf<typeof claimDeltas>>(actionAddress(claimDeltas), { roundId, floorId, since: at }, { quiet: true })
        if (isOver) return
        at = answer.since
        setNow(answer.now)
        setStale(false)
        if (answer.beds.length) setChanged(known => new Map([...known, ...answer.beds.flatMap(b => (b ? [[b.id, b.state] as const] : []))]))
      } catch {
        if (!isOver) setStale(true)
      }
    }
    const timer = setInterval(() => void ask(), EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [roundId, floorId, since])
  const rooms = useMemo(
    () => read.data?.rooms.flatMap(r => (r ? [{ ...r, beds: r.beds.flatMap(b => (b ? [{ ...b, state: changed.get(b.id) ?? b.state }] : [])) }] : [])),
    [read.data, changed],
  )
  return { rooms, now, isStale, error: read.error, errorUpdatedAt: read.errorUpdatedAt, refetch: read.refetch }
}
