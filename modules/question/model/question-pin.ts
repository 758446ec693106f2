import { entity, integer, ref, text } from '#model'

/** A question that somebody keeps on their desktop. */
export const questionPin = entity(
  'question.questionPin',
  '固定的常问',
  {
    userId: ref('user', '用户', { required: true }),
    code: text('问题', { required: true, max: 60 }),
    departmentId: ref('department', '学院'),
    grade: integer('年级'),
  },
  { title: 'code', scope: { user: 'userId' }, unique: [['userId', 'code']], sort: ['createdAt'], verbs: [] },
)
