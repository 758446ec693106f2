import type { Wording } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Something that takes place at a venue without a booking of its own. */
export interface VenueUse {
  title: Wording
  holder: Wording
  from: string
  to: string
}
/** A module that uses venues in its own tables: examinations. */
interface VenueUses extends Registration {
  kind: 'venueUses'
  code: string
  /** The first that is there between two moments. */
  find(db: Db, venueId: string, from: string, to: string): Promise<VenueUse | undefined>
}
const sources = extensionPoint<VenueUses>('venueUses', { id: s => s.code })
/** Declares such uses; default export of a server file. Whoever writes them asks `mustBeUnbooked` in the same transaction. */
export const venueUses = (code: string, find: VenueUses['find']): VenueUses => sources.make({ code, find })
/** The first that modules have in a span. */
export async function venueUseIn(db: Db, venueId: string, from: string, to: string): Promise<VenueUse | undefined> {
  for (const source of db.registered(sources)) {
    const first = await source.find(db, venueId, from, to)
    if (first) return first
  }
  return undefined
}
