import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

interface GrowthOffer {
  /** Of `growthCategory`. */
  category: string
  title: string
  startAt: string
  /** Page on which a student takes it up. */
  link: string
}
/** What a module has open for students now and posts to the ledger later. */
interface GrowthOffers extends Registration {
  kind: 'growthOffers'
  name: string
  /** Of these categories, what the caller, who is this student, can still take up. */
  find(db: Db, studentId: string, categories: readonly string[]): Promise<GrowthOffer[]>
}
const sources = extensionPoint<GrowthOffers>('growthOffers', { id: s => s.name })
/** Declares such offers; default export of a server file. */
export const growthOffers = (name: string, find: GrowthOffers['find']): GrowthOffers => sources.make({ name, find })

/** All that the caller can take up in these categories, the nearest first. */
export async function growthOffersOf(db: Db, studentId: string, categories: readonly string[]): Promise<GrowthOffer[]> {
  const found: GrowthOffer[] = []
  if (categories.length) for (const source of db.registered(sources)) found.push(...(await source.find(db, studentId, categories)))
  return found.toSorted((a, b) => a.startAt.localeCompare(b.startAt))
}
