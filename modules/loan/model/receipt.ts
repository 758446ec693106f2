import { date, datetime, entity, files, integer, money, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const receiptStates = states(
  {
    toEnter: { label: '待录入', tone: 'waiting' },
    entered: { label: '已录入', tone: 'done' },
    rejected: { label: '不符', tone: 'refused' },
    late: { label: '已过期限', tone: 'attention' },
  },
  { take: ['toEnter', 'late'], enter: ['toEnter', 'late'], refuse: ['toEnter', 'late'], prove: ['toEnter', 'rejected', 'late'] },
)
const readonly = { readonly: true } as const
export const proof = files('回执照片', { maxFiles: 2, types: ['jpg', 'jpeg', 'png', 'pdf'] })
/** 回执: what the lender's county gave the student, to be entered for it by the office before its deadline. */
export const loanReceipt = entity(
  'loan.loanReceipt',
  '贷款回执',
  {
    loanId: ref('creditLoan', '助学贷款', { required: true, readonly: true }),
    studentId: ref('student', '学生', { required: true, readonly: true, search: true }),
    proof: { ...proof, options: { ...proof.options, readonly: true } },
    checkCode: text('回执验证码', { ...readonly, max: 10 }),
    owedConfirmed: money('确认欠费', readonly),
    enteredOn: date('录入日期', readonly),
    officerId: ref('user', '录入人', readonly),
    deadline: date('录入截止', { required: true, readonly: true, sortable: true }),
    state: receiptStates.field('状态', { initial: 'toEnter', sortable: true }),
    /** Why it does not agree with the loan, for the student. */
    note: text('说明', { ...readonly, max: 200 }),
    /** Who has it open: a second officer sees who and until when. */
    heldById: ref('user', '正在录入', readonly),
    heldUntil: datetime('占用到', readonly),
    /** Days before the deadline at which it was last reminded of. */
    remindedDays: integer('提醒', { readonly: true, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['loanId'], ['checkCode']],
    sort: ['deadline'],
    verbs: ['list', 'export'],
    refusals: {
      held: '{who}正在录入，{until} 以后可以接手',
      notHeld: '请先打开这份回执再录入',
      code: '验证码应是 {length} 位字母或数字，现在是 {given} 位',
      codeUsed: '验证码 {code} 已用于{name}的回执',
      noProof: '学生还没有交回执照片',
      owed: '确认欠费 {owed} 元多于贷款 {approved} 元',
    },
  },
)
