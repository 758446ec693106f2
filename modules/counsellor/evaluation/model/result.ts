import { choice, datetime, decimal, entity, integer, list, type Row, ref, shape, states, text } from '#model'
import { GRADES } from './grades.ts'
import { PARTS, WHOLE } from './scheme.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const mark = (label: string) => decimal(label, { ...readonly, precision: 5, scale: 2, min: 0, max: WHOLE })
export const resultStates = states(
  {
    open: { label: '评分中', tone: 'going' },
    collegeDone: { label: '学院已确认', tone: 'attention' },
    publicised: { label: '公示中', tone: 'going' },
    final: { label: '已定', tone: 'done' },
  },
  {
    scoreSelf: ['open'],
    scoreByCollege: ['open'],
    scoreByOffice: ['open'],
    decideWeights: ['open'],
    setGrade: ['open'],
    confirm: ['open'],
    giveBack: ['collegeDone'],
    object: ['publicised'],
  },
)
export const objectionStates = states({ open: { label: '待答复', tone: 'attention' }, upheld: { label: '成立', tone: 'done' }, dismissed: { label: '不成立', tone: 'over' } }, {})
/** 考核结果: of one counsellor in one round the marks of each part, what they make together, and the grade. */
export const fdyEvalResult = entity(
  'counsellor.fdyEvalResult',
  '辅导员考核结果',
  {
    schemeId: ref('fdyEvalScheme', '辅导员考核方案', fixed),
    teacherId: ref('teacher', '辅导员', { ...fixed, search: true }),
    departmentId: ref('department', '学院', readonly),
    /** Empty below the least number of answers, as the mark is (50-CW7). */
    responses: integer('学生评价份数', readonly),
    studentsMark: mark('学生评价'),
    collegeMark: mark('学院评价'),
    officeMark: mark('学工处评价'),
    peersMark: mark('同行评价'),
    selfMark: mark('自评'),
    workloadMark: mark('工作量'),
    selfWords: text('自评说明', { ...readonly, max: 1000, multiline: true }),
    /** In place of the scheme's, where too few students answered. */
    ownParts: list('单独的权重', shape('部分', { kind: choice('部分', PARTS, need), weight: integer('权重', { ...need, min: 1, max: WHOLE }) }, need), { ...readonly, max: 6 }),
    weightReason: text('权重的理由', { ...readonly, max: 200 }),
    weightedById: ref('user', '定权重的人', readonly),
    total: decimal('总分', { ...readonly, precision: 5, scale: 2, sortable: true }),
    grade: choice('等级', GRADES, readonly),
    gradeReason: text('等级的理由', { ...readonly, max: 200 }),
    noticeUntil: datetime('公示到', readonly),
    objection: text('异议', { ...readonly, max: 500, multiline: true }),
    objectionState: objectionStates.field('异议状态', { required: false }),
    objectionAnswer: text('异议答复', { ...readonly, max: 500, multiline: true }),
    state: resultStates.field('状态', { initial: 'open' }),
    missing: text('还缺', { computed: true, max: 100 }),
  },
  {
    title: 'teacherId',
    scope: { department: 'departmentId' },
    unique: [['schemeId', 'teacherId']],
    sort: ['-total'],
    verbs: ['list', 'export'],
    refusals: {
      notClosed: '“{name}”还没有结束学生评价、计算结果',
      settled: '“{name}”{stage}，不能再改',
      ownMark: '不能评自己',
      notAPart: '“{name}”不含{part}',
      enough: '学生评价有 {n} 份，够 {least} 份，不用另定权重',
      noStudents: '学生评价不到 {least} 份，权重里不能有学生评价',
      missing: '还缺分：{people}',
      excellent: '{college}的优秀 {n} 人，超过 {most} 人（{heads} 人的 {percent}%）',
      noticeOver: '公示已于 {until} 结束，不能再提异议',
      once: '已经提过异议',
    },
  },
)
export type EvalResult = Row<typeof fdyEvalResult>
