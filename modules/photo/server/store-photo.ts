import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import sql from 'sql-template-tag'
import type { Row } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { keepMade } from '#server/files/keep-made.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Fault } from '../model/faults.ts'
import { type Kind, MOST_MB, studentPhoto } from '../model/photo.ts'
import type { Checked } from './check.ts'
import { photoArrived } from './codes.ts'

type Photo = Row<typeof studentPhoto>
/** A picture that fits its kind and whose student is known. */
export interface PhotoToStore {
  who: { id: string; personId: string }
  kind: Kind
  source: Photo['source']
  checked: Checked
  sha256: string
  batchId?: string
  /** It waits for somebody's decision. */
  isPending: boolean
  /** Ties or stores the file of the row with this id; returns the file's id. */
  file(db: Db, photoId: string): Promise<string>
}
export type Stored = { id: string } | { fault: Extract<Fault, 'locked' | 'same' | 'others'> }

export const hashOf = (picture: Buffer): string => createHash('sha256').update(picture).digest('hex')
/** Writes a new version of a student's photo. Student and content are locked, so that two versions at once follow each other, and two students do not get one picture. */
export async function storePhoto(db: Db, found: PhotoToStore): Promise<Stored> {
  const { who, kind, sha256, isPending } = found
  await db.query(sql`select 1 from student where tenant_id = ${db.me.tenantId} and id = ${who.id} for no key update`)
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`photo ${sha256}`}, 0))`)
  const fault = await conflictOf(db, found)
  if (fault) return { fault }
  if (!isPending) await retire(db, who.id, kind)
  const id = uuidv7()
  const { width, height, bytes, isUnchecked } = found.checked
  const fileId = [await found.file(db, id)]
  const about = { personId: who.personId, studentId: who.id, kind, source: found.source, batchId: found.batchId ?? null, sha256 }
  await db.insert(studentPhoto, { id, ...about, fileId, width, height, bytes, isUnchecked, state: isPending ? 'pending' : 'accepted', isCurrent: !isPending })
  if (!isPending) await photoArrived(db, [{ studentId: who.id, kind }])
  return { id }
}
async function conflictOf(db: Db, { who, kind, sha256 }: PhotoToStore): Promise<Extract<Fault, 'locked' | 'same' | 'others'> | undefined> {
  const current = await db.unscoped(studentPhoto).find({ studentId: who.id, kind, isCurrent: true }) // of a student the caller has found
  if (current?.state === 'locked') return 'locked'
  const [twin] = await db.query<{ isOther: boolean }>(sql`select person_id <> ${who.personId} as "isOther" from student_photo
    where tenant_id = ${db.me.tenantId} and sha256 = ${sha256} and state <> 'refused' and (person_id <> ${who.personId} or id = ${current?.id ?? null}::uuid)
    order by 1 desc limit 1`)
  return twin && (twin.isOther ? 'others' : 'same')
}
/** The photos in use until now are older versions. */
export const retire = (db: Db, studentId: string | readonly string[], kind: Kind) =>
  db.updateWhere(studentPhoto, { studentId, kind, isCurrent: true, state: 'accepted' }, { isCurrent: false })

/** Stores a picture as the file of a photo, under a name that says nothing: senders name files by identity numbers. It belongs to the student, so that a batch does not use up the day of whoever sends it. */
export const fileFrom =
  (store: FileStore, name: string, picture: Buffer, ownerId: string): PhotoToStore['file'] =>
  (db, photoId) =>
    keepMade(db, { name: `photo${extname(name)}`, content: picture, maxMb: MOST_MB }, { bizType: studentPhoto.name, bizId: photoId, field: 'fileId', ownerId }, store)
