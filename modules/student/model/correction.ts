import { action, entity, files, integer, list, ref, text } from '#model'
import { optional } from './actions.ts'

/** Locked fields that an officer corrects; what else is locked changes with the student's standing. */
export const CORRECTED_FIELDS = ['name', 'genderCode', 'idType', 'idNo', 'birthDate', 'ethnicityCode', 'ksh', 'enrolDate'] as const

/** 信息变更: a correction of locked fields, with its reason and proof. What was and is stands in the history of the student. */
export const infoChange = entity(
  'student.infoChange',
  '信息更正',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    fields: list('更正的项目', text('项目', { max: 40 }), { required: true }),
    reason: text('原因', { required: true, max: 500, multiline: true }),
    proofs: files('证明', { required: true, maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
    madeBy: text('更正人', { computed: true, max: 64 }),
  },
  {
    title: 'reason',
    scope: { student: 'studentId', class: 'studentId.counselledClassId', department: 'studentId.departmentId', campus: 'studentId.campusId' },
    select: 'scoped',
    sort: ['-createdAt'],
    verbs: ['list'],
  },
)
/** 30-SR2: a wrong value of a locked field, put right with a reason and a proof. Absent fields stay. */
export const correctStudent = action('student.student.correct', '更正身份信息', {
  inScope: true,
  input: {
    id: ref('student', '学生', { required: true }),
    version: integer('版本', { required: true }),
    ...optional(CORRECTED_FIELDS),
    reason: infoChange.fields.reason,
    proofs: files('证明', { required: true, maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'], help: '户口簿页、公安机关证明等' }),
  },
  output: { version: integer('版本', { required: true }) },
  refusals: { nothing: '没有要更正的内容：所填的与现在的相同' },
})
