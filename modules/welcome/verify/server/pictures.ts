import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { HOUR_MS } from '#model/days.ts'
import { photosOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { dropFilesOf, findAttachment, keep } from '#server/files/attachments.ts'
import { receive } from '#server/files/receive.ts'
import { openStore } from '#server/files/store.ts'
import { withLocal, withUpload } from '#server/files/uploaded.ts'
import { verifyConsent } from '../model/consent.ts'
import { idVerification, PICTURES } from '../model/verification.ts'

const MOST_MB = 5
export interface Consent {
  face: boolean
  idImage: boolean
}
/** 30-WV2: without an answer nothing is agreed. */
export async function consentOf(db: Db, studentId: string): Promise<Consent> {
  const row = await db.unscoped(verifyConsent).find({ studentId }) // the caller has checked whose
  return { face: row?.face ?? false, idImage: row?.idImage ?? false }
}
/** Keeps the picture of a card for whoever read it, for an hour; a picture that no browser shows, as some readers send, is none. */
export async function keepCardPhoto(db: Db, photo: Buffer): Promise<string | null> {
  const store = await openStore((db as Gate).kernel)
  const received = await receive('card.jpg', Readable.from([photo]), { tmp: store.tmp, maxMb: MOST_MB, allowed: PICTURES }).catch(() => undefined)
  if (!received) return null
  return (await keep(db, store, received, { bizType: idVerification.name, field: 'idFiles', expiresAt: new Date(Date.now() + HOUR_MS) })).id
}
export const admissionPhotoOf = async (db: Db, studentId: string): Promise<string | null> => (await photosOf(db, [studentId], 'admission')).get(studentId) ?? null
/** A picture that the caller has just taken. */
export const takenPicture = (db: Db, fileId: string): Promise<Buffer> => withUpload(db, fileId, PICTURES, ({ path }) => readFile(path))
/** Pictures that the caller may see. */
export async function picturesOf(db: Db, ids: ReadonlyArray<string | null>): Promise<Buffer[]> {
  const found: Buffer[] = []
  for (const id of ids) {
    const file = id ? await findAttachment(db, id) : undefined
    if (file) found.push(await withLocal(db, file, path => readFile(path)))
  }
  return found
}
/** 30-WV2: what somebody does not agree to any more is deleted at once; the result stays. */
export async function dropUnagreed(db: Db, studentId: string, { face, idImage }: Consent): Promise<void> {
  for (const { id, idFiles, livePhoto } of await db.unscoped(idVerification).all({ studentId })) {
    const gone = [...(idImage ? [] : (idFiles ?? [])), ...(face ? [] : (livePhoto ?? []))].flatMap(file => file ?? [])
    if (!gone.length) continue
    await dropFilesOf(db, idVerification, gone)
    await db.update(idVerification, id, { ...(idImage ? {} : { idFiles: null }), ...(face ? {} : { livePhoto: null }) })
  }
}
