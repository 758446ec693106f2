import { addMonths } from '#modules/campus/model/days.ts'
import { yearEnds } from '#modules/campus/model/school-year.ts'
import { calendarOf, currentOf } from '#modules/campus/server/api.ts'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { fileReader } from '#server/files/readers.ts'
import { myPhotos } from '../model/actions.ts'
import { collectionCode } from '../model/code.ts'
import { KIND_CODES, type Kind, studentPhoto } from '../model/photo.ts'
import { limitsOf } from './check.ts'
import { changesLeft, selfRefusal } from './self-photo.ts'
import { type Settings, settingsOf } from './settings.ts'
import type { Photo } from './todos.ts'

const FAR = '9999-12-31'
/** A version as the student and staff see it. */
export const versionOf = ({ id, fileId, width, height, source, state, isCurrent, refuseReason, createdAt }: Photo) => ({
  ...{ id, fileId, width, height, source, state, isCurrent, refuseReason },
  at: createdAt,
})
const newest = { sort: ['-createdAt'] }
function kindOf(s: Settings, kind: Kind, all: readonly Photo[]) {
  const versions = all.filter(p => p.kind === kind)
  const limits = only(LIMIT_FIELDS, limitsOf(s, kind))
  return { kind, maySend: !selfRefusal(s, kind, versions), left: changesLeft(s, versions), limits: { ...limits, types: [...limits.types] }, versions: versions.map(versionOf) }
}
const LIMIT_FIELDS = myPhotos.output.kinds.options.of?.options.fields?.limits?.options.fields ?? {}
/** Whether the student ends within the next school year, when graduation photos are taken. */
async function isDue(db: Db, who: StudentOf): Promise<boolean> {
  const term = currentOf(await calendarOf(db))
  const last = term ? addMonths(yearEnds(term.xn), 12) : FAR
  return who.status === 'active' && who.expectedGraduation !== null && who.expectedGraduation <= last
}
const mine = handle(myPhotos, async ({ db, me }) => {
  const who = await selfStudent({ db, me })
  const [s, all, code] = [
    await settingsOf(db),
    await db.unscoped(studentPhoto).all({ studentId: who.id }, newest), // the caller's own
    await db.unscoped(collectionCode).find({ studentId: who.id }), // the caller's own
  ]
  const kinds = KIND_CODES.map(kind => kindOf(s, kind, all))
  return { kinds, code: code?.code ?? null, codeState: code?.state ?? null, takenOn: code?.takenOn ?? null, isDue: code !== undefined || (await isDue(db, who)) }
})
/** A student sees their own photos. */
const ownFiles = fileReader(studentPhoto, async (db, id) => {
  const { studentId } = db.me
  return studentId !== null && (await db.unscoped(studentPhoto).count({ id, studentId })) > 0 // the caller's own
})
export default [mine, ownFiles]
