import { bool, choice, date, decimal, entity, integer, list, type Row, ref, shape, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'

/** 60-OG8: who judges those in office, and the usual weight of each. */
export const JUDGES = { students: { label: '学生评价', weight: 40 }, guides: { label: '教师评价', weight: 40 }, colleagues: { label: '同事评价', weight: 20 } } as const
export type Judge = keyof typeof JUDGES
export const GRADES = { excellent: '优秀', competent: '称职', unfit: '不称职' } as const
export type Grade = keyof typeof GRADES
export const WHOLE = 100
/** Best of what students and colleagues may give. */
export const BEST = 5
const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
const SCOPE = { class: 'orgId.classId', department: 'orgId.departmentId', teacher: 'orgId.guideId' } as const
export const evalStages = states(
  { judging: { label: '评价', tone: 'going' }, grading: { label: '定等级', tone: 'attention' }, final: { label: '已公布', tone: 'done' } },
  { settle: ['judging'], announce: ['grading'] },
)
const weight = (judge: Judge) => integer(`${JUDGES[judge].label}（%）`, { ...need, min: 0, max: WHOLE, initial: JUDGES[judge].weight })
/** 学生组织考核: a round in which those who hold posts of one organisation are judged. */
export const orgEvaluation = entity(
  'studentOrg.orgEvaluation',
  '学生组织考核',
  {
    ...roundFields,
    orgId: ref('studentOrg', '学生组织', { ...fixed, search: true }),
    students: weight('students'),
    guides: weight('guides'),
    colleagues: weight('colleagues'),
    excellentPercent: integer('优秀比例（%）', { ...need, initial: 20, min: 0, max: WHOLE, help: '优秀的人数不超过考核人数的这个比例，取整数' }),
    stage: evalStages.field('阶段', { initial: 'judging' }),
  },
  {
    title: 'name',
    scope: SCOPE,
    sort: ['-beginTime'],
    select: 'scoped',
    selectFields: ['orgId', 'stage'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      weights: '三项权重合计是 {sum}，须是 100',
      frozen: '“{name}”已经发布，不能再改权重和优秀比例',
      nobody: '“{org}”现在没有人在任，没有要考核的',
      running: '“{name}”还没有结束',
      settled: '“{name}”{stage}，不能再计算、恢复或取消',
      unmarked: '还没有教师评价：{people}',
      early: '“{name}”还没有计算结果',
      excellent: '优秀 {n} 人，超过 {most} 人（{heads} 人的 {percent}%）',
      ungraded: '还没有等级：{people}',
    },
  },
)
export type OrgEvaluation = Row<typeof orgEvaluation>
export const orgEvalRound = roundActions(orgEvaluation)
/** Who is asked, and whether they have answered: the day and nothing finer, and no trace of what they said. */
export const orgEvalTurnout = entity(
  'studentOrg.orgEvalTurnout',
  '评议名单',
  {
    evaluationId: ref('orgEvaluation', '学生组织考核', fixed),
    studentId: ref('student', '学生', fixed),
    isColleague: bool('同事', { ...readonly, required: true, initial: false }),
    usedOn: date('评议日期', readonly),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['evaluationId', 'studentId']],
    verbs: [],
    refusals: { answered: '你已经评过了', marks: '共 {n} 人，每人都要评一次，不评自己' },
  },
)
export const orgEvalTask = taskActions(orgEvaluation, orgEvalTurnout, { remindWith: orgEvalRound.publish.permission })
export const evalResultStates = states(
  { open: { label: '考核中', tone: 'going' }, final: { label: '已公布', tone: 'done' } },
  { report: ['open'], mark: ['open'], grade: ['open'], dismiss: ['final'] },
)
const mark = (judge: Judge) => decimal(JUDGES[judge].label, { ...readonly, precision: 5, scale: 2, min: 0, max: WHOLE })
/** 考核结果 of one post in one evaluation. */
export const orgEvalResult = entity(
  'studentOrg.orgEvalResult',
  '任职考核结果',
  {
    evaluationId: ref('orgEvaluation', '学生组织考核', fixed),
    orgId: ref('studentOrg', '学生组织', { ...fixed, search: true }),
    appointmentId: ref('orgAppointment', '任职', fixed),
    postId: ref('orgPost', '岗位', fixed),
    studentId: ref('student', '任职学生', { ...fixed, search: true }),
    report: text('述职', { ...readonly, max: 2000, multiline: true }),
    /** Empty where too few answered for a mean to hide who gave what. */
    studentsMark: mark('students'),
    guidesMark: mark('guides'),
    colleaguesMark: mark('colleagues'),
    guideMarks: list('教师评分', shape('评分', { userId: ref('user', '教师', need), mark: decimal('分', { ...need, precision: 5, scale: 2 }) }, need), {
      ...readonly,
      secret: 'internal',
      max: 10,
    }),
    total: decimal('总分', { ...readonly, precision: 5, scale: 2, sortable: true }),
    grade: choice('等级', GRADES, readonly),
    gradeReason: text('等级的理由', { ...readonly, max: 200 }),
    /** 60-OG9: whole months in office at the end of the evaluation. */
    months: integer('任职月数', readonly),
    hearing: text('听取本人意见', { ...readonly, max: 1000, multiline: true }),
    state: evalResultStates.field('状态', { initial: 'open' }),
  },
  {
    title: 'studentId',
    scope: { student: 'studentId', ...SCOPE },
    unique: [['evaluationId', 'appointmentId']],
    sort: ['-total'],
    verbs: ['list', 'export'],
    refusals: {
      notGuide: '只有“{org}”的指导教师和班级的辅导员能评分',
      guidesOff: '“{name}”不含教师评价',
      counted: '“{name}”已经计算结果，不能再评分',
      closed: '“{name}”现在不受理述职',
      fit: '只有等级是不称职的才能免职',
      gone: '{name}已经不担任这个岗位',
    },
  },
)
export type OrgEvalResult = Row<typeof orgEvalResult>
