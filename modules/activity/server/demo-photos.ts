import type { DemoPupil } from '#modules/student/server/demo-people.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { inHours } from '#server/demo/days.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { activityPhoto, activityPhotoRequest } from '../model/photos.ts'

/** Sky and ground of each picture. */
const SCENES = [
  ['#9ec5e8', '#6f9a5a'],
  ['#f2c48d', '#7d6a55'],
  ['#c9d6df', '#52616b'],
] as const
const [WIDE, HIGH, GROUND] = [640, 480, 320]
/** Pictures of an activity that is over; one of them is hidden, because a student asked for its removal. */
export async function makePhotos(db: Db, activityId: string, by: { userId: string; asker: DemoPupil | undefined }): Promise<void> {
  const ids: string[] = []
  for (const [at, [sky, ground]] of SCENES.entries()) {
    const shapes = `<rect width="${WIDE}" height="${HIGH}" fill="${sky}"/><rect y="${GROUND}" width="${WIDE}" height="${HIGH - GROUND}" fill="${ground}"/><circle cx="${120 + 180 * at}" cy="110" r="46" fill="#fff6d6"/>`
    const id = uuidv7()
    const file = await demoFile(db, activityPhoto, id, { name: `活动照片${at + 1}.jpg`, content: await drawn(WIDE, HIGH, shapes), field: 'file', ownerId: by.userId })
    await db.insert(activityPhoto, { id, activityId, file: [file] })
    ids.push(id)
  }
  const last = ids.at(-1)
  if (!last || !by.asker) return
  await db.update(activityPhoto, last, { state: 'hidden' })
  await db.insert(activityPhotoRequest, { activityId, photoId: last, studentId: by.asker.id, reason: '照片里我没有准备好，不想公开', dueAt: inHours(48) })
}
