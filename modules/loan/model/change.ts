import { action, choice, date, entity, ref, text } from '#model'
import { fileChoices } from '#modules/exchange/model/actions.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const CHANGE_KINDS = {
  suspend: '休学',
  resume: '复学',
  retain: '保留学籍',
  enlist: '入伍',
  leave: '提前离校',
  graduate: '毕业',
  extend: '继续深造',
  contact: '联系方式变更',
  repay: '国家代偿',
  revoke: '撤销变更',
} as const
export type ChangeKind = keyof typeof CHANGE_KINDS
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
/** 变更: what a bank or loan centre must hear of a borrower, in the file of its month. */
export const loanChange = entity(
  'loan.loanChange',
  '贷款变更',
  {
    loanId: ref('creditLoan', '助学贷款', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    kind: choice('变更', CHANGE_KINDS, fixed),
    happenedOn: date('变更日期', { ...fixed, sortable: true }),
    /** What caused it: the same again adds nothing. */
    sourceId: text('来源编号', { ...fixed, max: 64 }),
    note: text('说明', { ...readonly, max: 200 }),
    reportedOn: date('上报日期', { ...readonly, sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['loanId', 'kind', 'sourceId']],
    sort: ['-happenedOn'],
    verbs: ['list', 'export'],
    refusals: { month: '“{month}”不是月份，如 2026-11', nothing: '{month} 没有要上报的变更' },
  },
)
/** 40-L8: the file of a month: what happened until its end and was not reported yet. */
export const exportChange = action('loan.loanChange.exportChange', '上报变更', {
  input: {
    month: text('月份', { required: true, min: 7, max: 7, help: '如 2026-11，上报到这个月底的变更' }),
    profileId: ref('exportProfile', '格式', { required: true }),
    password: fileChoices.password,
    reason: fileChoices.reason,
  },
  output: 'file',
})
