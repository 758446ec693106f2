import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

type PhotoKind = 'admission' | 'enrolment' | 'graduation'
/** Accepted photos of students, from the module that keeps them; without it no photo can be asked for. */
export interface PhotoSide {
  havePhoto(db: Db, studentIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The files of those that the reader may see, by student: of this kind, else the latest. */
  photosOf(db: Db, studentIds: readonly string[], kind?: PhotoKind): Promise<ReadonlyMap<string, string>>
  lockPhotos(db: Db, studentIds: readonly string[], kind: PhotoKind): Promise<void>
}
type SuppliedPhotos = Registration & PhotoSide & { kind: 'photos' }
export const photoSides = solePoint<SuppliedPhotos>('photos')
/** Registers the photos of students. */
export const supplyPhotos = (side: PhotoSide): SuppliedPhotos => photoSides.make(side)
export const photosOf: PhotoSide['photosOf'] = async (db, ids, kind) => (await photoSides.of(db)?.photosOf(db, ids, kind)) ?? new Map()
/** 30-PH4: locks the photos in use of these students, in the transaction that issues their certificates. Whoever has none has none to lock. */
export const lockPhotos: PhotoSide['lockPhotos'] = async (db, ids, kind) => photoSides.of(db)?.lockPhotos(db, ids, kind)
/** Students without an accepted photo; nobody where no module keeps photos. */
export async function withoutPhoto(db: Db, studentIds: readonly string[]): Promise<Set<string>> {
  const side = photoSides.of(db)
  if (!side) return new Set()
  const have = await side.havePhoto(db, studentIds)
  return new Set(studentIds.filter(id => !have.has(id)))
}
