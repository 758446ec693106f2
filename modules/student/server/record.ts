import sql from 'sql-template-tag'
import { type Issue, Refusal, type Row } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { studyEnd } from '#modules/campus/model/school-year.ts'
import { cantonsByCode, personFor } from '#modules/campus/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { namePinyin } from '#server/i18n/pinyin.ts'
import { familyMember, studyExperience } from '../model/family.ts'
import { classHistory } from '../model/history.ts'
import { hasRecord, type StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'
import { bindingFaults, lockedFaults, valueFaults } from './checks.ts'
import { beginNumber, told } from './events.ts'
import { firstSpan, nextSpan, touchesSpan } from './history.ts'
import { organisation, type Place, placeOf, studentIssue } from './place.ts'
import { shower } from './show.ts'

type Student = Row<typeof student>
export type Values = Partial<Student> & Record<string, unknown>
/** Who lists a student may learn that this student holds a number. */
const LIST = 'student:student:list'
const PLACE_FIELDS = ['classId', 'gradeMajorId', 'grade', 'majorId', 'departmentId'] as const
const COPIES = ['gradeMajorId', 'grade', 'majorId', 'departmentId', 'campusId'] as const

const refuse = (issues: readonly Issue[]): void => {
  if (issues.length) throw new Refusal(422, issues)
}

/** Completes a draft with derived fields, or refuses it with all faults. */
export async function prepareDraft(db: Db, draft: Values, status: StudentStatus): Promise<void> {
  const found = placeOf(await organisation(db), draft)
  if (found.place) fillPlace(draft, found.place)
  draft.status = status
  draft.namePinyin ??= await namePinyin(String(draft.name))
  draft.expectedGraduation ??= await expectedEnd(db, draft)
  const cantons = await cantonsByCode(db)
  const [taken, held, personId] = await Promise.all([numberTaken(db, draft), heldBy(db, draft, status), personFor(db, identityOf(draft))])
  const issues = [
    ...(found.issue ? [found.issue] : []),
    ...valueFaults(draft, cantons, today()),
    ...bindingFaults(draft, status).filter(i => found.place || i.field !== 'expectedGraduation'),
    ...taken,
    ...held,
  ]
  refuse(countTried(db, issues, [draft.studentNo, draft.idNo]))
  draft.personId = personId
}
export function fillPlace(draft: Values, place: Place): void {
  for (const name of COPIES) (draft as Record<string, unknown>)[name] = place[name]
  draft.level ??= place.level
  draft.duration ??= place.duration
}
const identityOf = (row: Values) => ({ idType: String(row.idType), idNo: String(row.idNo), name: String(row.name), birthDate: row.birthDate ?? null })

/** The class's expected end; without a class, entry date plus length of study. */
async function expectedEnd(db: Db, draft: Values): Promise<string | null> {
  const cls = draft.classId ? (await db.cached(stuClass)).get(draft.classId) : undefined
  return cls?.expectedEnd ?? graduationAfter(draft.enrolDate, draft.duration)
}
export const graduationAfter = (enrolDate: string | null | undefined, duration: number | null | undefined): string | null =>
  enrolDate && duration ? studyEnd(enrolDate, duration) : null

/** One open record per person. The unique index resolves races; this query finds the holder for the message. */
async function heldBy(db: Db, row: Values, status: StudentStatus): Promise<Issue[]> {
  if (!hasRecord(status) || !row.idNo) return []
  const holder = await db.unscoped(student).find({ idNo: row.idNo, hasRecord: true }) // any holder: who it is, is told only to those who list the student anyway
  if (!holder || holder.id === row.id) return []
  const seen = await seenHolder(db, holder.id)
  return [seen ? studentIssue('idNoHeld', { holder: maskedName(seen), studentNo: seen.studentNo ?? '—' }, 'idNo') : studentIssue('idNoUsed', {}, 'idNo')]
}
/** Student numbers are never reused: who ever had this one, of rows removed and numbers replaced, too. */
async function numberTaken(db: Db, { id, studentNo }: Values): Promise<Issue[]> {
  if (!studentNo) return []
  const [holder] = await db.query<{ studentId: string }>(sql`select student_id as "studentId" from student_number
    where tenant_id = ${db.me.tenantId} and number = ${studentNo} and student_id is distinct from ${id ?? null}::uuid`)
  if (!holder) return []
  const seen = await seenHolder(db, holder.studentId)
  return [seen ? studentIssue('studentNoTaken', { studentNo, holder: maskedName(seen) }, 'studentNo') : studentIssue('studentNoUsed', { studentNo }, 'studentNo')]
}
const seenHolder = (db: Db, id: string): Promise<Student | undefined> => db.visibleFor(student, LIST).find({ id })
const maskedName = ({ name }: { name: string }): string => `${[...name][0] ?? ''}**`
/** Validates a patch and adds derived fields. The scope of `permission` limits the classes to choose from; a correction may change locked fields. */
export async function preparePatch(db: Db, row: Student, patch: Values, permission: string, { correcting = false } = {}): Promise<void> {
  const changed = changedIn(row, patch)
  const show = await shower(db, changed)
  if (!correcting) refuse(lockedFaults(row, patch, show))
  if (changed.some(name => (PLACE_FIELDS as readonly string[]).includes(name))) await movePlace(db, row, patch, permission)
  if (changed.includes('name') || patch.namePinyin === null)
    patch.namePinyin = changed.includes('namePinyin') && patch.namePinyin ? patch.namePinyin : await namePinyin(String(patch.name ?? row.name))
  refuse(await patchFaults(db, row, patch))
  if (isIdentity(changed)) patch.personId = await personFor(db, identityOf({ ...row, ...patch }))
}
/** What speaks against new values of a student's fields, whoever may write them. */
export async function patchFaults(db: Db, row: Student, patch: Values): Promise<Issue[]> {
  const changed = changedIn(row, patch)
  const after: Values = { ...row, ...patch }
  const cantons = await cantonsByCode(db)
  const old = new Set(valueFaults(row, cantons, today()).map(i => `${i.rule}:${i.field}`))
  const issues = [
    ...valueFaults(after, cantons, today()).filter(i => changed.includes(i.field ?? '') || !old.has(`${i.rule}:${i.field}`)),
    ...bindingFaults(after, row.status as StudentStatus).filter(i => changed.includes(i.field ?? '')),
    ...(changed.includes('studentNo') ? await numberTaken(db, after) : []),
    ...(isIdentity(changed) ? await heldBy(db, after, row.status as StudentStatus) : []),
  ]
  return countTried(db, issues, [changed.includes('studentNo') && after.studentNo, isIdentity(changed) && after.idNo])
}
/** A refusal tells whether somebody has these numbers, so it counts as trying them; a saved record does not, for an office enters hundreds in a row. */
function countTried(db: Db, issues: Issue[], numbers: readonly unknown[]): Issue[] {
  if (issues.length) countTriedNumbers(db.me, numbers.filter(Boolean).length)
  return issues
}
const isIdentity = (changed: readonly string[]): boolean => changed.includes('idNo') || changed.includes('idType')
const changedIn = (row: Student, patch: Values): string[] => Object.keys(patch).filter(name => (patch[name] ?? null) !== ((row as Values)[name] ?? null))
/** The columns of another place: a class, or a grade-major without one. */
export async function placed(db: Db, row: Student, { classId, gradeMajorId }: Pick<Student, 'classId'> & { gradeMajorId: string }): Promise<Partial<Student>> {
  if (classId === row.classId && gradeMajorId === row.gradeMajorId) return {}
  const { place, issue } = placeOf(await organisation(db), { classId, gradeMajorId })
  if (!place) throw new Refusal(422, [issue])
  return { classId, ...Object.fromEntries(COPIES.map(name => [name, place[name]])) }
}
async function movePlace(db: Db, row: Student, patch: Values, permission: string): Promise<void> {
  if (patch.classId && patch.classId !== row.classId && !(await db.visibleFor(stuClass, permission).find({ id: patch.classId })))
    refuse([studentIssue('classUnknown', {}, 'classId')])
  const classId = 'classId' in patch ? patch.classId : row.classId
  const named = patch.gradeMajorId ?? (patch.grade || patch.majorId ? undefined : row.gradeMajorId)
  const found = placeOf(await organisation(db), {
    classId: classId ?? null,
    grade: patch.grade ?? (named ? null : row.grade),
    majorId: patch.majorId ?? (named ? null : row.majorId),
    departmentId: patch.departmentId ?? null,
    ...(named ? { gradeMajorId: named } : {}),
  })
  if (found.issue) refuse([found.issue])
  else for (const name of COPIES) (patch as Record<string, unknown>)[name] = found.place[name]
}

/** After insert: first span and events. */
export async function afterAdd(db: Db, row: Student): Promise<void> {
  const on = hasRecord(String(row.status)) ? (row.enrolDate ?? today()) : today()
  await firstSpan(db, row, on)
  if (row.studentNo) await beginNumber(db, row.id, row.studentNo)
  if (hasRecord(String(row.status))) await db.emit('student.enrolled', { studentId: row.id, on })
}
/** After update: a new span if relevant, and events. `source` names the process behind the change. */
export async function afterUpdate(db: Db, before: Student, after: Student, source: string): Promise<void> {
  const moved = before.classId !== after.classId || before.gradeMajorId !== after.gradeMajorId
  if (touchesSpan(before, after)) await nextSpan(db, after, today(), moved ? 'classChanged' : 'infoChanged')
  await told(db, before, after, source)
}
/** Deletes dependent rows. */
export async function removeChildren(db: Db, id: string): Promise<void> {
  await Promise.all([classHistory, familyMember, studyExperience].map(of => db.removeWhere(of, sql`t.student_id = ${id}`)))
}
/** Enrolment requires complete binding fields and no other open record. */
export async function refuseIncomplete(db: Db, row: Student, status: StudentStatus): Promise<void> {
  refuse([...bindingFaults(row, status), ...(await heldBy(db, row, status))])
}
