import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, datetime, entity, files, json, list, money, ref, shape, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const REQUEST_KINDS = { instalment: '分期', deferral: '缓缴', reduction: '减免', refund: '退费' } as const
export type RequestKind = keyof typeof REQUEST_KINDS
const readonly = { readonly: true } as const
const fixed = { required: true, immutable: true } as const

export const requestStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
/** As long as one of these asks about a line, no other may. */
export const OPEN_REQUESTS = ['pending', 'returned'] as const

/** Fields of the applicant. */
export const asked = {
  kind: choice('申请', REQUEST_KINDS, fixed),
  lineIds: list('应缴明细', ref('billLine', '应缴明细', { required: true }), { max: 20, help: '退预存时不选' }),
  amount: money('金额', { min: 1, help: '减免和退预存时填写' }),
  plan: list('分期', shape('一期', { date: date('日期', { required: true }), amount: money('金额', { required: true, min: 1 }) }), { max: 10 }),
  until: date('缓缴到'),
  reason: text('理由', { required: true, max: 500, multiline: true }),
  files: files('证明材料', { maxFiles: 5, types: ['pdf', 'jpg', 'jpeg', 'png'] }),
} as const
/** What one line gives back, or is relieved of, in fen. */
export interface LinePart {
  lineId: string
  amount: number
  /** Months used, of those charged for: says why. */
  used?: number
  of?: number
}

/** 缴费申请: to pay later or in parts, to pay less, or to be given money back. */
export const feeApplication = entity(
  'fee.feeApplication',
  '缴费申请',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    /** Values at the time of application; data scope follows the student. */
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...asked,
    /** What it is about, in words of the price list. */
    items: text('项目', { required: true, ...readonly, max: 200, search: true }),
    parts: json<readonly LinePart[]>('逐笔金额', { ...readonly, untyped: 'computed by the program, shown by the card' }),
    state: requestStates.field('状态', { initial: 'pending', sortable: true }),
    decidedAt: datetime('办结时间', { ...readonly, sortable: true }),
    /** Given back by a payout list: no order could take it. */
    rest: money('转到银行卡', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'items',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      lines: '{kind}要选一项费用',
      many: '{kind}一次只能选一项费用',
      unknown: '没有这笔应缴',
      settled: '{item}已经缴清，不用申请',
      open: '{item}已有{kind}申请在审批，请等它办结',
      running: '{item}已经分期，不能再次分期',
      until: '请填写缓缴到哪一天',
      untilPast: '缓缴应晚于今天',
      untilYear: '缓缴最晚到学年结束 {day}',
      planParts: '分期要分 2 到 10 期',
      planOrder: '各期的日期要依次往后',
      planBegin: '第一期不能早于今天',
      planEnd: '最后一期要在学年结束（{day}）前',
      planSum: '各期合计要正好是 {owed} 元，现在是 {sum} 元',
      planFirst: '第一期至少 {least} 元（{percent}%）',
      amount: '请填写金额',
      over: '{item}最多可减 {most} 元，这次要 {amount} 元',
      notRefunded: '{item}不退费',
      leaving: '{item}在离校时按月退，由学校主动办理，不用申请',
      nothing: '{item}没有可以退的钱',
      credit: '预存可退 {most} 元，这次要 {amount} 元',
      sameHand: '退费的经办和复核不能是同一人',
      spent: '预存只剩 {balance} 元，不够退 {amount} 元',
    },
  },
)
