import { readFile } from 'node:fs/promises'
import { refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { withUpload } from '#server/files/uploaded.ts'
import { photosOfStudent, putPhoto, submitPhoto } from '../model/actions.ts'
import { FAULTS } from '../model/faults.ts'
import { KINDS, type Kind, PICTURES, studentPhoto } from '../model/photo.ts'
import { checkPhoto } from './check.ts'
import { lockedRefusal } from './decide.ts'
import { versionOf } from './my-photos.ts'
import { selfRefusal } from './self-photo.ts'
import { settingsOf } from './settings.ts'
import { hashOf, type PhotoToStore, storePhoto } from './store-photo.ts'
import { askAbout } from './todos.ts'

interface Sent extends Pick<PhotoToStore, 'kind' | 'source' | 'isPending'> {
  studentId: string
  fileId: string
}
/** Takes an uploaded picture as a photo of a student; refuses one that does not fit its kind. */
async function take(db: Db, { studentId, fileId, kind, source, isPending }: Sent): Promise<string> {
  const { personId } = (await db.unscoped(student).one(studentId)) as { personId?: string } // the caller has found the student
  const picture = await withUpload(db, fileId, PICTURES, ({ path }) => readFile(path))
  const checked = await checkPhoto(db, kind, picture)
  const { fault } = checked
  if (fault) throw refusalOf(studentPhoto, fault.detail ? 'unfitAs' : 'unfit', { why: FAULTS[fault.fault], found: fault.detail }, 'fileId')
  const file = async (inside: Db, photoId: string): Promise<string> => {
    await attachFiles(inside, studentPhoto, photoId, { fileId: [fileId] })
    return fileId
  }
  const made = await storePhoto(db, {
    who: { id: studentId, personId: personId ?? '' },
    kind,
    source,
    checked,
    sha256: hashOf(picture),
    isPending: isPending || checked.isUnchecked,
    file,
  })
  if ('id' in made) return made.id
  if (made.fault === 'locked') throw await lockedRefusal(db, { studentId, kind })
  throw refusalOf(studentPhoto, made.fault, { kind: KINDS[kind] }, 'fileId')
}
const put = handle(putPhoto, async ({ db }, { studentId, kind, source, fileId }) => {
  await db.visible(student).one(studentId)
  return { id: await take(db, { studentId, kind, source, fileId, isPending: false }) }
})
/** The kinds a student sends are decided about by staff; the student is locked, so that two at once count both. */
const submit = handle(submitPhoto, async ({ db, me }, { kind, fileId }) => {
  const studentId = ownStudentId(me)
  await db.unscoped(student).lock(studentId) // the caller's own
  const refusal = selfRefusal(await settingsOf(db), kind, await versionsOf(db, studentId, kind))
  if (refusal) throw refusal
  const id = await take(db, { studentId, kind, fileId, source: 'self', isPending: true })
  await askAbout(db, [await db.unscoped(studentPhoto).one(id)]) // made just now
  return { id }
})
const versionsOf = (db: Db, studentId: string, kind: Kind) => db.unscoped(studentPhoto).all({ studentId, kind }) // of the caller
const versions = handle(photosOfStudent, async ({ db }: Ctx, { studentId }) =>
  (await db.visible(studentPhoto).all({ studentId }, { sort: ['-createdAt'] })).map(row => ({ ...versionOf(row), kind: row.kind })),
)
export default [put, submit, versions]
