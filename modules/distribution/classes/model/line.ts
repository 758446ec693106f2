import { bool, decimal, dict, entity, ref, text } from '#model'
import { genderCode } from '#model/national.ts'

const readonly = { readonly: true } as const

/** 分班结果: where a plan puts a student. */
export const distributionLine = entity(
  'distribution.distributionLine',
  '分班结果',
  {
    planId: ref('distributionPlan', '分班方案', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    gradeMajorId: ref('gradeMajor', '年级专业', { required: true, ...readonly }),
    classId: ref('stuClass', '班级', readonly),
    isLocked: bool('已固定', { required: true, ...readonly, initial: false }),
    /** What the fact of the plan was at the preview; shown as the mean of a class only. */
    score: decimal('成绩', { ...readonly, precision: 9, scale: 2, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    genderCode: dict('性别', genderCode, { computed: true }),
  },
  { title: 'studentId', scope: {}, unique: [['planId', 'studentId']], sort: ['createdAt'], verbs: ['list', 'export'] },
)
