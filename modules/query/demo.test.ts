import { expect, it } from 'vitest'
import { student } from '#modules/student/model/student.ts'
import { isAskable } from './server/fields.ts'

it('the demo’s questions name fields that may be asked about', () => {
  for (const name of [
    'studentNo',
    'name',
    'classId',
    'departmentId',
    'grade',
    'ethnicityCode',
    'nativeCanton',
    'majorId',
    'politicalCode',
    'genderCode',
    'enrolDate',
    'completeness',
    'level',
    'expectedGraduation',
  ])
    expect([name, isAskable(student, name)]).toEqual([name, true])
})
