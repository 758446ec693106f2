import type { Grant } from '../claim/pool.ts'

/** Rooms with the same classes together, so that a pool stays short enough to read. */
export function poolOfGrants(rooms: ReadonlyArray<{ roomId: string; classIds: readonly string[] }>): Grant[] {
  const alike = Map.groupBy(
    rooms.filter(r => r.classIds.length),
    r => [...r.classIds].sort().join(),
  )
  return [...alike.values()].map(of => ({ roomIds: of.map(r => r.roomId), classIds: [...(of[0]?.classIds ?? [])].sort() }))
}
