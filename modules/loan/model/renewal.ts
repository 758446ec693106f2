import { action, choice, datetime, entity, integer, list, pickFields, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { answerActions } from '#modules/workflow/tasks/model/task-answers.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
/** 续贷: each spring borrowers say whether they go on borrowing (40-L6). */
export const loanRenewal = entity(
  'loan.loanRenewal',
  '续贷',
  { ...roundFields },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: roundRefusals,
  },
)
export const renewalActions = roundActions(loanRenewal)
export const ANSWERS = { continue: '继续贷款', stop: '不再贷款', undecided: '还没有决定' } as const
const said = {
  answer: choice('打算', ANSWERS, need),
  statement: text('本学年小结', { max: 500, multiline: true, help: '学习、生活和诚信情况，续贷的必填' }),
} as const
/** 续贷答复: one line of a borrower in a year's renewal, checked by the counsellor. */
export const loanRenewalLine = entity(
  'loan.loanRenewalLine',
  '续贷答复',
  {
    renewalId: ref('loanRenewal', '续贷', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    /** The loan that would be renewed: the newest. */
    loanId: ref('creditLoan', '助学贷款', readonly),
    ...said,
    checkedById: ref('user', '核对人', readonly),
    checkedAt: datetime('核对时间', { ...readonly, sortable: true }),
    /** Why it was given back; empty once it is answered anew. */
    returnNote: text('退回原因', { ...readonly, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['renewalId', 'studentId']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: { statement: '续贷要写本学年小结', checked: '辅导员已核对，不能再改；确要改的请联系辅导员', isChecked: '{name}的续贷答复已核对' },
  },
)
export const renewalTask = taskActions(loanRenewal, loanRenewalLine, {
  counts: { goOn: integer('继续贷款', need), stop: integer('不再贷款', need), undecided: integer('还没有决定', need), checked: integer('已核对', need) },
})
export const ownRenewals = answerActions(loanRenewal, loanRenewalLine, {
  label: '答复续贷',
  round: 'renewalId',
  form: said,
  shows: pickFields(loanRenewalLine.fields, ['checkedAt', 'returnNote']),
})
const check = { permission: 'loan:loanRenewalLine:check' } as const
/** The counsellor has read the statement. */
export const checkRenewals = action('loan.loanRenewalLine.check', '核对', {
  ...check,
  input: { ids: list('续贷答复', ref('loanRenewalLine', '续贷答复', need), { ...need, min: 1, max: 500 }) },
  output: { checked: integer('已核对', need) },
})
export const returnRenewal = action('loan.loanRenewalLine.giveBack', '退回重写', {
  ...check,
  input: { id: ref('loanRenewalLine', '续贷答复', need), reason: text('原因', { ...need, max: 200 }) },
  output: 'none',
  inScope: true,
})
export const renewals = [...Object.values(renewalActions), ...Object.values(renewalTask), ...Object.values(ownRenewals), checkRenewals, returnRenewal]
