import { refusalOf } from '#model'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import type { Db } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { archiveFile } from '../model/archive-file.ts'
import { destinationKind } from '../model/dictionaries.ts'
import { GO_HOME, type GraduateDestination, graduateDestination, WITH_UNIT } from '../model/graduate-destination.ts'

type Asked = Pick<GraduateDestination, 'kind' | 'gradYear' | 'unitName' | 'archiveRecipient' | 'cantonCode'>
const FAR = 2
const bare = (text: string): string => text.replace(/\s/g, '')
/** 50-AR1: the student or a relative whom a recipient names; undefined for a unit. */
export async function personIn(db: Db, who: Pick<StudentOf, 'id' | 'name' | 'emergencyName'>, recipient: string): Promise<string | undefined> {
  const family = await db.unscoped(familyMember).all({ studentId: who.id }) // of the student the file belongs to
  const people = [who.name, who.emergencyName ?? '', ...family.map(f => f.name)].filter(Boolean)
  return people.find(name => bare(name) === bare(recipient))
}
/** 50-AR8: whether the file of a student goes home, wherever the student would like it. */
export const goesHome = async (db: Db, studentId: string): Promise<boolean> => (await db.unscoped(archiveFile).count({ studentId, goesHome: true })) > 0 // of this student
/** What speaks against a destination, on the form, in a sheet and at the desk alike. */
export async function faultsOf(db: Db, who: StudentOf, { kind, gradYear, unitName, archiveRecipient, cantonCode }: Asked): Promise<Violation[]> {
  const person = await personIn(db, who, archiveRecipient)
  const label = await labelsOf(db, destinationKind)
  const expected = who.expectedGraduation?.slice(0, 4)
  return [
    ...(person ? [{ key: 'person', values: { name: person }, field: 'archiveRecipient' }] : []),
    ...(WITH_UNIT.includes(kind) && !unitName?.trim() ? [{ key: 'unitMissing', values: { kind: label(kind) }, field: 'unitName' }] : []),
    ...(cantonCode && !(await cantonsByCode(db)).has(cantonCode) ? [{ key: 'cantonUnknown', values: { code: cantonCode }, field: 'cantonCode' }] : []),
    ...(expected && Math.abs(gradYear - Number(expected)) > FAR ? [{ key: 'yearFar', values: { gradYear, expected }, field: 'gradYear' }] : []),
    ...(kind !== GO_HOME && (await goesHome(db, who.id)) ? [{ key: 'expelled', values: { name: who.name }, field: 'kind' }] : []),
  ]
}
/** The verified version that counts. */
export const currentOf = (db: Db, studentIds: readonly string[]): Promise<GraduateDestination[]> =>
  db.unscoped(graduateDestination).all({ studentId: [...studentIds], isCurrent: true }) // of the caller's students
/** The last verified version counts, and others hear of it. */
export async function makeCurrent(db: Db, { id, studentId, kind }: Pick<GraduateDestination, 'id' | 'studentId' | 'kind'>, verifiedBy: string | null): Promise<void> {
  // 50-AR8: one that waited for its approval when the student was expelled; the lock makes an expulsion of this moment wait, or be seen
  const file = await db.unscoped(archiveFile).find({ studentId }) // of this student
  if (file && kind !== GO_HOME && (await db.unscoped(archiveFile).lock(file.id)).goesHome)
    // as above
    throw refusalOf(graduateDestination, 'expelled', { name: (await studentOf(db, studentId))?.name ?? '' })
  await db.updateWhere(graduateDestination, { studentId, isCurrent: true }, { isCurrent: false })
  await db.update(graduateDestination, id, { isCurrent: true, verifiedBy })
  await db.emit('archive.destinationVerified', { studentId, id })
}
