import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Accepted photos of students, from the module that keeps them; without it no photo can be asked for. */
export interface PhotoSide {
  havePhoto(db: Db, studentIds: readonly string[]): Promise<ReadonlySet<string>>
}
type SuppliedPhotos = Registration & PhotoSide & { kind: 'photos' }
export const photoSides = extensionPoint<SuppliedPhotos>('photos', { id: () => 'photos' })
/** Registers who has an accepted photo. */
export const supplyPhotos = (side: PhotoSide): SuppliedPhotos => photoSides.make(side)
/** Students without an accepted photo; nobody where no module keeps photos. */
export async function withoutPhoto(db: Db, studentIds: readonly string[]): Promise<Set<string>> {
  const side = db.registered(photoSides)[0]
  if (!side) return new Set()
  const have = await side.havePhoto(db, studentIds)
  return new Set(studentIds.filter(id => !have.has(id)))
}
