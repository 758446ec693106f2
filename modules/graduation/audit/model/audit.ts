import { bool, choice, date, datetime, dict, entity, integer, json, list, ref, shape, states, text, type Wording } from '#model'
import { educationLevel } from '#model/national.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const RESULTS = { graduate: '毕业', complete: '结业', incomplete: '肄业', extend: '延期毕业' } as const
export type Result = keyof typeof RESULTS
export const auditStates = states(
  {
    open: { label: '待审核', tone: 'waiting' },
    decided: { label: '待审批', tone: 'going' },
    returned: { label: '退回', tone: 'attention' },
    approved: { label: '已批准', tone: 'done' },
    publicised: { label: '公示中', tone: 'going' },
    confirmed: { label: '已确定', tone: 'done' },
    closed: { label: '已办结', tone: 'over' },
  },
  { decide: ['open', 'decided', 'returned'], returnResult: ['decided', 'approved'] },
)
/** Results that somebody has yet to decide or approve. */
export const UNDECIDED = ['open', 'decided', 'returned'] as const
/** An item as it was looked at. */
export interface Judged {
  code: string
  name: string
  need: Wording
  actual: Wording | null
  pass: boolean
  blocking: boolean
}
/** The same in the reader's language. */
export const shownItem = shape('事项', {
  code: text('编码', { required: true, max: 40 }),
  name: text('事项', { required: true, max: 60 }),
  need: text('要求', { max: 120 }),
  actual: text('现为', { max: 120 }),
  pass: bool('达标', { required: true }),
  blocking: bool('必须完成', { required: true }),
})
const readonly = { readonly: true } as const

/** 毕业审核: how a student stands in a batch: items, what they suggest, and what people decided. */
export const graduationAudit = entity(
  'graduation.graduationAudit',
  '毕业审核',
  {
    batchId: ref('graduationBatch', '批次', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    /** As of the last look; certificates follow them. */
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    level: dict('培养层次', educationLevel, readonly),
    items: json<readonly Judged[]>('事项', { ...readonly, secret: 'internal' }),
    missed: integer('未完成', { ...readonly, initial: 0, sortable: true, help: '必须完成而没有完成的事项' }),
    warned: integer('提醒', { ...readonly, initial: 0, sortable: true }),
    judgedAt: datetime('核对时间', { ...readonly, sortable: true }),
    suggest: choice('系统建议', RESULTS, readonly),
    result: choice('审核结果', RESULTS, readonly),
    resultBy: ref('user', '审核人', readonly),
    reason: text('理由', { ...readonly, max: 200 }),
    degree: bool('授予学位', { ...readonly, initial: false }),
    state: auditStates.field('状态', { ...readonly, initial: 'open', sortable: true }),
    approvedAt: datetime('审批时间', { ...readonly, sortable: true }),
    approvedBy: ref('user', '审批人', readonly),
    returnReason: text('退回原因', { ...readonly, max: 200, translatable: true }),
    /** Day from which the result holds. */
    closedOn: date('办结日期', { ...readonly, sortable: true }),
    /** GR5: when somebody who had only completed turned graduate. */
    convertedOn: date('结业换发日期', readonly),
    shown: list('核对情况', shownItem, { computed: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    certNo: text('证书编号', { computed: true, max: 40 }),
    degreeNo: text('学位证书编号', { computed: true, max: 40 }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['batchId', 'studentId']],
    sort: ['-missed', 'studentId'],
    verbs: ['list', 'export'],
    refusals: {
      reasonMissing: '{name}的结果“{result}”与系统建议“{suggest}”不同，须写明理由',
      degreeWithout: '{name}的结果是“{result}”，不能授予学位',
      nobody: '没有可以{what}的学生，可能已由别人处理',
      stage: '“{name}”{stage}，不能再改审核结果',
    },
  },
)
