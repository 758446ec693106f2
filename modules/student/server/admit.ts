import sql from 'sql-template-tag'
import type { Row } from '#model'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { namesPinyin } from '#server/i18n/pinyin.ts'
import { classHistory } from '../model/history.ts'
import { student } from '../model/student.ts'
import { STANDING } from './history.ts'
import { graduationAfter } from './record.ts'

type Student = Row<typeof student>
/** What is known of somebody who is admitted. The id is that of their row on the roll. */
export type Admitted = Pick<
  Student,
  | 'id'
  | 'name'
  | 'genderCode'
  | 'idType'
  | 'idNo'
  | 'birthDate'
  | 'ethnicityCode'
  | 'politicalCode'
  | 'ksh'
  | 'sourceCanton'
  | 'phone'
  | 'emergencyPhone'
  | 'enrolDate'
  | 'category'
> & { personId: string; gradeMajorId: string }

/** The columns of the record that follow the roll until enrolment. */
async function recordsOf(db: Db, admitted: readonly Admitted[]) {
  const [places, pinyin] = [await db.cached(gradeMajor), await namesPinyin([...new Set(admitted.map(a => a.name))])]
  return admitted.map(a => {
    const place = places.get(a.gradeMajorId)
    if (!place) throw new Error(`no grade-major ${a.gradeMajorId}`)
    const { grade, majorId, departmentId, campusId, level, duration } = place
    return {
      ...a,
      ...{ grade, majorId, departmentId, campusId, level, duration },
      namePinyin: pinyin.get(a.name) ?? null,
      expectedGraduation: graduationAfter(a.enrolDate, duration),
    }
  })
}
/** 30-SR5: records of admitted students, with the ids of their rows on the roll, so that beds and bills point at them from now on. */
export async function admitStudents(db: Db, admitted: readonly Admitted[]): Promise<void> {
  const records = await recordsOf(db, admitted)
  await db.insertMany(
    student,
    records.map(r => ({ ...r, status: 'preEnrolled', nationalityCode: '156', studyForm: '1', enrolMode: '01' })),
  )
  await db.insertFrom(classHistory, { ...STANDING, studentId: sql`s.id`, from: today(), cause: 'enrolled' }, idsFrom(db, admitted), { history: false })
  await db.emitMany(
    'student.admitted',
    admitted.map(a => ({ studentId: a.id, ksh: a.ksh, gradeMajorId: a.gradeMajorId })),
  )
}
/** The roll was corrected before enrolment: the record and its span follow, and other modules hear of it. */
export async function followRoll(db: Db, admitted: readonly Admitted[]): Promise<void> {
  if (!admitted.length) return
  await db.sourced('admission').updateMany(student, await recordsOf(db, admitted))
  await db.updateWhere(classHistory, sql`h.student_id = s.id and h."to" is null`, STANDING, { as: 'h', from: idsFrom(db, admitted), history: false })
  await db.emitMany(
    'student.infoChanged',
    admitted.map(a => ({ studentId: a.id, fields: ['name', 'idNo', 'phone'], source: 'admission' })),
  )
}
const idsFrom = (db: Db, rows: ReadonlyArray<{ id: string }>) => sql`(select * from student where tenant_id = ${db.me.tenantId} and id = any(${rows.map(r => r.id)}::uuid[])) s`
