import { choice, entity, ref, text } from '#model'

export const PAIR_KINDS = { together: '编在一班', apart: '分在两班' } as const

/** Two students of a plan who come into one class, or into two. */
export const distributionPair = entity(
  'distribution.distributionPair',
  '同班与分班要求',
  {
    planId: ref('distributionPlan', '分班方案', { required: true, immutable: true }),
    kind: choice('要求', PAIR_KINDS, { required: true, initial: 'together' }),
    studentId: ref('student', '学生', { required: true }),
    otherId: ref('student', '另一名学生', { required: true }),
    note: text('原因', { max: 100 }),
  },
  {
    title: 'kind',
    scope: {},
    unique: [['planId', 'studentId', 'otherId']],
    sort: ['createdAt'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      self: '请选择两名不同的学生',
      otherMajor: '{name}和{other}不是同一个年级专业，不会在同一个班',
      fixed: '“{plan}”已发布，不能再改要求',
      taken: '{name}和{other}已有要求',
    },
  },
)
