import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { savedQuery } from '../model/query.ts'
import type { Group, Spec } from '../model/spec.ts'

const people = ['studentNo', 'name', 'classId', 'departmentId']
const by = (path: string, op: 'eq' | 'period' | 'isNull' | 'notNull' | 'le' | 'ge', value?: string | number): Group => ({
  all: [{ path, op, ...(value === undefined ? {} : { value }) }],
})
const grouped = (path: string, more: Partial<Spec> = {}): Spec => ({
  columns: [],
  groupBy: [path],
  aggregates: [{ fn: 'count' }],
  sort: [{ by: '#0', isDescending: true }],
  ...more,
})
const QUERIES: ReadonlyArray<[name: string, subject: string, spec: Spec, more?: { isTile?: true; sharedRoles?: string[] }]> = [
  ['各学院在籍人数', 'student', grouped('departmentId'), { isTile: true, sharedRoles: ['college', 'fdy'] }],
  ['各年级人数', 'student', grouped('grade')],
  ['各民族人数', 'student', grouped('ethnicityCode')],
  ['各生源地人数', 'student', grouped('nativeCanton')],
  ['各专业人数', 'student', grouped('majorId')],
  ['各班人数', 'student', grouped('classId')],
  ['团员和党员', 'student', grouped('politicalCode')],
  ['男女人数', 'student', grouped('genderCode')],
  ['本学年入学', 'student', { columns: people, where: by('enrolDate', 'period', 'thisSchoolYear') }, { isTile: true }],
  ['上学年入学', 'student', { columns: people, where: by('enrolDate', 'period', 'lastSchoolYear') }],
  [
    '没有家庭成员信息的学生',
    'student',
    { columns: people, where: { all: [{ related: 'familyMember.studentId', op: 'none' }] } },
    { isTile: true, sharedRoles: ['college', 'fdy', 'bzr'] },
  ],
  ['家庭成员两人以上', 'student', { columns: people, where: { all: [{ related: 'familyMember.studentId', op: 'atLeast', count: 2 }] } }],
  ['未填联系电话', 'student', { columns: people, where: by('phone', 'isNull') }, { sharedRoles: ['fdy', 'bzr'] }],
  ['信息完整度低于 60%', 'student', { columns: [...people, 'completeness'], where: by('completeness', 'le', 60) }, { isTile: true, sharedRoles: ['fdy', 'bzr'] }],
  ['各学历层次人数', 'student', grouped('level')],
  ['毕业年级学生', 'student', { columns: people, where: by('expectedGraduation', 'period', 'thisSchoolYear') }],
  ['各校区班级数', 'stuClass', grouped('campusId')],
  ['各学院班级数', 'stuClass', grouped('departmentId')],
  ['各学院教职工', 'teacher', grouped('departmentId')],
  ['各专业年级数', 'gradeMajor', grouped('majorId')],
]
/** Twenty typical queries of a student-affairs office. */
export default async function demo(db: Db): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  if (!officer) return
  for (const [name, subject, spec, more] of QUERIES)
    await db.insert(savedQuery, { ownerId: officer.id, name, subject, spec, isTile: more?.isTile ?? false, sharedRoles: more?.sharedRoles ?? null })
}
