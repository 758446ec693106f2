import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, entity, integer, list, ref, states, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { MOST_CHOICES } from './batch.ts'

export const adjustStates = states(
  {
    ...SUBMITTED_STATES,
    approved: { label: '审批通过', tone: 'going' },
    placed: { label: '拟调整', tone: 'attention' },
    publicised: { label: '公示中', tone: 'attention' },
    effective: { label: '已调整', tone: 'done' },
  },
  { resubmit: ['returned'], withdraw: ['pending', 'returned'] },
)
export const FILINGS = { no: '未报', sent: '已上报', approved: '已批准' } as const
const need = { required: true } as const
const readonly = { readonly: true } as const
export const asked = {
  batchId: ref('majorAdjustBatch', '批次', need),
  choices: list('志愿', ref('gradeMajor', '年级专业', need), { ...need, min: 1, max: MOST_CHOICES }),
  reason: text('理由', { ...need, min: 5, max: 500, multiline: true }),
  phone: text('联系电话', { ...need, max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
} as const
/** 新生专业调整: a new student asks for another major. */
export const majorAdjustment = entity(
  'welcome.majorAdjustment',
  '新生专业调整',
  {
    studentId: ref('student', '学生', { ...need, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    ...asked,
    fromGradeMajorId: ref('gradeMajor', '原专业', readonly),
    rank: integer('名次', { ...readonly, sortable: true }),
    /** After the first, the place was freed by somebody who left. */
    pass: integer('轮次', readonly),
    toGradeMajorId: ref('gradeMajor', '调整到', readonly),
    /** 30-WM4 */
    provincialFiling: choice('省级备案', FILINGS, { ...need, ...readonly, initial: 'no' }),
    effectiveOn: date('生效日期', readonly),
    cancelReason: text('原因', { ...readonly, max: 200, translatable: true }),
    state: adjustStates.field('状态', { sortable: true }),
  },
  {
    title: 'studentId',
    scope: { ...BY_STUDENT, department: 'departmentId' },
    filters: BY_PLACE_OF_STUDENT,
    sort: ['rank', '-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      open: '你已经申请了专业调整，正在办理',
      notBefore: '专业调整在入学前办理，你现在{state}',
      otherYear: '“{name}”调整 {year} 年录取的专业',
      tooMany: '最多填 {most} 个志愿',
      twice: '“{choice}”选了两次',
      own: '“{choice}”是你现在的专业',
      notOffered: '“{choice}”没有调整名额',
      level: '“{choice}”要求层次相同：你是 {own}，专业是 {wanted}',
      category: '“{choice}”要求科类相同：你是 {own}，本省录取的是 {wanted}',
      score: '“{choice}”要求分数不低于本省同批次的最低录取分：你是 {own}，最低 {wanted}',
      special: '“{choice}”不能由特殊类型调整：你是 {own}，要求 {wanted}',
    },
  },
)
