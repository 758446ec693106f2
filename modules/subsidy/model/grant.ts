import { date, dict, entity, integer, json, money, ref, states, text } from '#model'
import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const zero = { ...fixed, initial: 0 } as const
export const grantStates = states(
  {
    active: { label: '发放中', tone: 'going' },
    suspended: { label: '已暂停', tone: 'attention' },
    finished: { label: '已结束', tone: 'over' },
    recovered: { label: '追回', tone: 'refused' },
  },
  { suspend: ['active'], resume: ['suspended'], recover: ['active', 'suspended', 'finished'] },
)
/** What a grant pays in a month; the only one of a grant that is paid at once has none. */
export interface Portion {
  month: string | null
  amount: number
}
/** 资助: what a student gets of an item in a school year. */
export const subsidyGrant = entity(
  'subsidy.subsidyGrant',
  '资助记录',
  {
    studentId: ref('student', '学生', { ...fixed, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    itemId: ref('subsidyItem', '项目', fixed),
    batchId: ref('subsidyBatch', '批次', readonly),
    applicationId: ref('subsidyApplication', '申请', readonly),
    fundId: ref('fundAccount', '经费', readonly),
    xn: text('学年', { ...fixed, max: 9 }),
    /** What made it: an application, a round, a list. With item, year and student it is granted once. */
    cause: text('来由', { ...fixed, max: 40, secret: 'internal' }),
    seq: integer('第几次', { ...fixed, initial: 1 }),
    level: dict('困难等级', aidLevel, readonly),
    amount: money('金额', { ...fixed, min: 1, sortable: true }),
    /** What is not paid any more: months that were left out. */
    released: money('不再发放', zero),
    paid: money('已发放', zero),
    plan: json<readonly Portion[]>('发放计划', { ...fixed, untyped: 'months and amounts, made by the program' }),
    state: grantStates.field('状态', { initial: 'active', sortable: true }),
    /** The first month that is not paid. */
    suspendedFrom: text('从哪月起暂停', { ...readonly, max: 7 }),
    reason: text('原因', { ...readonly, max: 200, translatable: true }),
    grantedOn: date('资助日期', { ...fixed, sortable: true }),
    endedOn: date('结束日期', readonly),
    claims: integer('释放次数', { ...zero, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'xn',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['itemId', 'xn', 'studentId', 'cause']],
    sort: ['-grantedOn'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      nothingPaid: '还没有发放，没有可以追回的',
      overPaid: '已发放 {paid} 元，不能追回 {amount} 元',
      noCharge: '还没有可以登记追回的收费项目，请财务处先设置',
    },
  },
)
