import { type DraftOf, type Issue, type Row, refusalOf } from '#model'
import { department, gradeMajor, major, stuClass } from '#modules/campus/model/organisation.ts'
import type { Db } from '#server/context.ts'
import { student } from '../model/student.ts'

/** Organisation rows by id, from the cache. */
export interface Organisation {
  departments: ReadonlyMap<string, Row<typeof department>>
  majors: ReadonlyMap<string, Row<typeof major>>
  gradeMajors: ReadonlyMap<string, Row<typeof gradeMajor>>
  classes: ReadonlyMap<string, Row<typeof stuClass>>
}
export async function organisation(db: Db): Promise<Organisation> {
  const [departments, majors, gradeMajors, classes] = await Promise.all([db.cached(department), db.cached(major), db.cached(gradeMajor), db.cached(stuClass)])
  return { departments, majors, gradeMajors, classes }
}
/** Placement fields of a draft. */
export type PlaceDraft = Partial<Pick<DraftOf<typeof student>, 'classId' | 'gradeMajorId' | 'grade' | 'majorId' | 'departmentId'>>
export interface Place {
  classId: string | null
  gradeMajorId: string
  grade: number
  majorId: string
  departmentId: string
  campusId: string
  level: string
  duration: number
}
type PlaceOrIssue = { place: Place; issue?: never } | { issue: Issue; place?: never }
/** A refusal of the student as an issue, so that an import can collect several. */
export const studentIssue = (key: string, values: Record<string, unknown>, field?: string): Issue => refusalOf(student, key, values, field).issues[0] as Issue

/** Derives grade-major, major, department and campus from the class, the grade-major, or grade and major; other given values must agree. */
export function placeOf(o: Organisation, draft: PlaceDraft): PlaceOrIssue {
  const byClass = draft.classId ? o.classes.get(draft.classId) : undefined
  if (draft.classId && !byClass) return { issue: studentIssue('classUnknown', {}, 'classId') }
  if (byClass?.state === 'ended') return { issue: studentIssue('classEnded', { className: byClass.name }, 'classId') }
  const wanted = draft.gradeMajorId ?? gradeMajorBy(o, draft)
  if (byClass && wanted && wanted !== byClass.gradeMajorId) return { issue: otherMajor(o, byClass, wanted) }
  const found = o.gradeMajors.get(byClass?.gradeMajorId ?? wanted ?? '')
  if (!found) return { issue: missing(o, draft) }
  const differs = disagreement(o, draft, found, byClass)
  if (differs) return { issue: differs }
  const { grade, majorId, departmentId, level, duration } = found
  return { place: { classId: byClass?.id ?? null, gradeMajorId: found.id, grade, majorId, departmentId, campusId: byClass?.campusId ?? found.campusId, level, duration } }
}
function gradeMajorBy(o: Organisation, { grade, majorId }: PlaceDraft): string | undefined {
  if (!grade || !majorId) return undefined
  return byGradeAndMajor(o).get(`${grade}:${majorId}`)
}
const indexed = new WeakMap<object, Map<string, string>>()
function byGradeAndMajor(o: Organisation): Map<string, string> {
  const made = indexed.get(o.gradeMajors) ?? new Map([...o.gradeMajors.values()].map(g => [`${g.grade}:${g.majorId}`, g.id]))
  indexed.set(o.gradeMajors, made)
  return made
}
function missing(o: Organisation, { grade, majorId }: PlaceDraft): Issue {
  if (!grade || !majorId) return studentIssue('placeMissing', {}, 'classId')
  return studentIssue('noGradeMajor', { grade, major: o.majors.get(majorId)?.name }, 'majorId')
}
export const otherMajor = (o: Organisation, cls: Row<typeof stuClass>, gradeMajorId: string): Issue =>
  studentIssue('otherMajor', { className: cls.name, classMajor: o.gradeMajors.get(cls.gradeMajorId)?.name, major: o.gradeMajors.get(gradeMajorId)?.name }, 'classId')

function disagreement(o: Organisation, draft: PlaceDraft, found: Row<typeof gradeMajor>, cls: Row<typeof stuClass> | undefined): Issue | undefined {
  const from = cls?.name ?? found.name
  const differs = (field: 'grade' | 'majorId' | 'departmentId', given: unknown, expected: unknown): Issue =>
    studentIssue('placeDiffers', { label: student.fields[field].label, given, from, expected }, field)
  if (draft.grade && draft.grade !== found.grade) return differs('grade', draft.grade, found.grade)
  if (draft.majorId && draft.majorId !== found.majorId) return differs('majorId', o.majors.get(draft.majorId)?.name, o.majors.get(found.majorId)?.name)
  if (draft.departmentId && draft.departmentId !== found.departmentId)
    return differs('departmentId', o.departments.get(draft.departmentId)?.name, o.departments.get(found.departmentId)?.name)
  return undefined
}
