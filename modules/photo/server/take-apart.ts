import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Refusal, type Row } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { type Attachment, eraseFiles, findAttachment } from '#server/files/attachments.ts'
import { type FileStore, openStore } from '#server/files/store.ts'
import { withLocal } from '#server/files/uploaded.ts'
import { backgroundTask, type Task } from '#server/jobs/background-task.ts'
import { gateOfUser } from '#server/jobs/gate-of-user.ts'
import { openZipFile } from '#server/spreadsheets/zip.ts'
import { openBatch } from '../model/actions.ts'
import { photoBatch, photoLine } from '../model/batch.ts'
import type { Fault } from '../model/faults.ts'
import { MOST_MB } from '../model/photo.ts'
import { PIECES, type Piece } from './batches.ts'
import { type Checked, checkPhoto } from './check.ts'
import { countPiece } from './end-batch.ts'
import { addLine, lineOf } from './lines.ts'
import { type Match, matcher, type Pupil } from './match.ts'
import { settingsOf } from './settings.ts'
import { fileFrom, hashOf, storePhoto } from './store-photo.ts'

type Batch = Row<typeof photoBatch>
/** A piece being taken apart. */
interface Work {
  /** As the program; what the sender may reach was asked for when the names were matched. */
  db: Db
  store: FileStore
  batch: Batch
  match: (file: string) => Match
}
/** The files of a piece, in their order. */
interface Content {
  names: string[]
  read(name: string): Promise<Buffer>
}
const AT_ONCE = 4
/** Sum of all files of a zip when unpacked. */
const TOTAL_MB = 4096
/** What programs leave in archives. */
const LITTER = /(^|\/)(__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)|\/$/i
/** Rules of the archive by what they are for the sender. */
const FAULT_OF: Readonly<Record<string, Fault>> = { 'sheet.bomb': 'bomb', 'sheet.ratio': 'bomb', 'sheet.tooManyParts': 'batchFull', 'sheet.damaged': 'badZip' }

/** 30-PH1: takes a piece apart. A file is one transaction, so that a piece whose process died goes on where it stopped. */
async function run(db: Db, { id, payload, signal, traceId }: Task<Piece>) {
  const batch = await db.unscoped(photoBatch).find({ id: payload.batchId }) // the program's own work
  const file = await findAttachment(db, id)
  if (!batch || !file) return async (tx: Db) => (batch ? countPiece(tx, batch.id) : undefined)
  const gate = await gateOfUser(db, batch.ownerId, { permission: openBatch.permission, source: 'photo', traceId })
  const files = await openStore((db as Gate).kernel)
  try {
    await withLocal(db, file, path => opened(db, file, path, content => all(db, gate, { store: files, batch }, content, signal)))
  } catch (error) {
    const fault = error instanceof Refusal ? FAULT_OF[error.issues[0]?.rule ?? ''] : undefined
    if (!fault) throw error
    await addLine(db, batch, file.name, 'badFormat', { fault })
  }
  return async (tx: Db) => {
    await countPiece(tx, batch.id)
    await eraseFiles(tx, files, [id])
  }
}
async function opened(db: Db, file: Attachment, path: string, work: (content: Content) => Promise<void>): Promise<void> {
  if (file.ext !== 'zip') return work({ names: [file.name], read: () => readFile(path) })
  const { batchMax } = await settingsOf(db)
  const zip = await openZipFile(path, { parts: batchMax, partMb: MOST_MB, totalMb: TOTAL_MB, ratio: 200 })
  try {
    await work({ names: zip.parts().filter(name => !LITTER.test(name)), read: async name => buffer(await zip.stream(name)) })
  } finally {
    zip.close()
  }
}
async function all(db: Db, gate: Db, of: Pick<Work, 'store' | 'batch'>, content: Content, signal: AbortSignal): Promise<void> {
  const { batch } = of
  const { batchMax } = await settingsOf(db)
  const known = new Set((await db.unscoped(photoLine).all({ batchId: batch.id })).map(l => l.name)) // the program's own work
  const names = content.names.filter(name => !known.has(lineOf(name)))
  const work: Work = { db, ...of, match: await matcher(gate, names, batch.matchBy) }
  const room = Math.max(0, batchMax - known.size)
  for (let at = 0; at < Math.min(names.length, room); at += AT_ONCE) {
    signal.throwIfAborted()
    const looked = await Promise.all(names.slice(at, Math.min(at + AT_ONCE, room)).map(name => ready(work, name, content.read)))
    for (const one of looked) if (one) await store(work, one)
  }
  for (const name of names.slice(room)) await addLine(db, batch, name, 'badFormat', { fault: 'batchFull' })
}
/** A file whose student is known and whose picture was looked at; what is not for anybody has its line already. */
interface Ready {
  name: string
  picture: Buffer
  pupil: Pupil
  checked: Checked
}
async function ready({ db, batch, match }: Work, name: string, read: Content['read']): Promise<Ready | undefined> {
  const picture = await read(name)
  const found = match(name)
  if ('fault' in found) return addLine(db, batch, name, 'unmatched', found)
  const { pupil } = found
  const checked = await checkPhoto(db, batch.kind, picture)
  if (checked.fault) return addLine(db, batch, name, 'badFormat', { ...checked.fault, studentId: pupil.id })
  return { name, picture, pupil, checked }
}
/** Of two files of one student, and of two students with one picture, the first one counts. */
const store = ({ db, store: files, batch }: Work, { name, picture, pupil, checked }: Ready): Promise<void> =>
  db.tx(async tx => {
    // the lock holds until the line is there: a second file of the same student waits and finds it
    const account = (await studentsOf(tx, [pupil.id], { lock: true })).get(pupil.id)
    if (await tx.unscoped(photoLine).find({ batchId: batch.id, studentId: pupil.id, result: 'matched' }))
      // of this batch
      return addLine(tx, batch, name, 'duplicate', { fault: 'twice', studentId: pupil.id })
    const about = { who: pupil, kind: batch.kind, source: batch.source, batchId: batch.id, checked, sha256: hashOf(picture), isPending: checked.isUnchecked }
    const made = await storePhoto(tx, { ...about, file: fileFrom(files, fileNameOf(pupil, checked.ext), picture, account?.userId ?? pupil.id) })
    if ('id' in made) return addLine(tx, batch, name, 'matched', { studentId: pupil.id, photoId: made.id })
    return addLine(tx, batch, name, made.fault === 'locked' ? 'locked' : 'duplicate', { fault: made.fault, studentId: pupil.id })
  })
const fileNameOf = ({ studentNo, id }: Pupil, ext: string): string => `${(studentNo ?? id).replace(/[^0-9A-Za-z-]/g, '')}.${ext}`
export default backgroundTask<Piece>(PIECES, {
  atOnce: 1,
  run,
  /** What could not be taken apart can be sent again. */
  async failed(tx, { id, payload }) {
    const [batch, file] = [await tx.unscoped(photoBatch).find({ id: payload.batchId }), await findAttachment(tx, id)] // the program's own work
    if (!batch) return
    if (file) await addLine(tx, batch, file.name, 'badFormat', { fault: 'notDone' })
    await countPiece(tx, batch.id)
  },
})
