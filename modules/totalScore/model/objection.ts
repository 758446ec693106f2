import { action, choice, date, datetime, decimal, entity, integer, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const objectionStates = states(
  {
    open: { label: '待处理', tone: 'going' },
    upheld: { label: '异议成立，已冲销', tone: 'done' },
    dismissed: { label: '异议不成立', tone: 'over' },
  },
  { answer: ['open'] },
)
const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
/** 积分异议: a student does not agree with a deduction. */
export const pointObjection = entity(
  'totalScore.pointObjection',
  '积分异议',
  {
    entryId: ref('pointEntry', '积分', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    schemeId: ref('tsScheme', '考核方案', fixed),
    itemId: ref('tsItem', '考核项目', fixed),
    occurredOn: date('日期', fixed),
    points: decimal('计分', { ...fixed, precision: 8, scale: 2 }),
    grounds: text('异议理由', { ...fixed, max: 500, multiline: true }),
    state: objectionStates.field('状态', { initial: 'open' }),
    answer: text('答复', { ...readonly, max: 500, multiline: true }),
    answeredById: ref('user', '答复人', readonly),
    answeredAt: datetime('答复时间', readonly),
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['entryId']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      notDeducted: '“{item}”不是扣分，不用提异议',
      reversed: '“{item}”已经冲销',
      late: '{day} 记的分，{due} 前可以提异议，今天是 {today}',
      once: '这一条已经提过异议',
      own: '这一条是你记的，请别人答复',
    },
  },
)
const refusals = pointObjection.options.refusals ?? {}
/** 50-TS5: within some days after the deduction was recorded. */
export const objectToPoints = action('totalScore.pointObjection.object', '提出异议', {
  input: { entryId: ref('pointEntry', '积分', need), grounds: text('异议理由', { ...need, min: 2, max: 500, multiline: true }) },
  output: 'none',
  refusals,
})
export const OUTCOMES = { upheld: '成立，冲销这一条', dismissed: '不成立，维持扣分' } as const
export const answerObjection = action('totalScore.pointObjection.answer', '答复', {
  input: { id: ref('pointObjection', '积分异议', need), outcome: choice('结论', OUTCOMES, need), answer: text('答复', { ...need, min: 2, max: 500, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals,
})
