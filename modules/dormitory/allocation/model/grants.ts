import type { Grant } from '../../places/model/pool.ts'

/** Merges rooms with the same classes, to keep the pool readable. */
export function poolOfGrants(rooms: ReadonlyArray<{ roomId: string; classIds: readonly string[] }>): Grant[] {
  const alike = Map.groupBy(
    rooms.filter(r => r.classIds.length),
    r => [...r.classIds].sort().join(),
  )
  return [...alike.values()].map(of => ({ roomIds: of.map(r => r.roomId), classIds: [...(of[0]?.classIds ?? [])].sort() }))
}
