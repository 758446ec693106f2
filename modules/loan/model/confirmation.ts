import { action, bool, choice, date, datetime, entity, files, integer, list, money, pickFields, ref, revealedAll, shape, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { creditLoan, LOAN_KINDS } from './credit-loan.ts'

export const confirmationStates = states({ open: { label: '待确认', tone: 'attention' }, confirmed: { label: '已确认', tone: 'done' } })
const readonly = { readonly: true } as const
const need = { required: true } as const
const personal = { sensitivity: 'S1' } as const
const reached = {
  phone: text('手机', { max: 20, format: 'phone', ...personal, mask: 'phone' }),
  otherPhone: text('家人电话', { max: 20, format: 'phone', ...personal, mask: 'phone' }),
  email: text('邮箱', { max: 100, format: 'email', ...personal, mask: 'email' }),
  address: text('毕业后地址', { max: 180, ...personal, mask: 'address' }),
} as const
const locked = <F extends (typeof reached)[keyof typeof reached]>(field: F): F => ({ ...field, options: { ...field.options, readonly: true } })

/** 毕业确认: a borrower who leaves confirms contacts, balance and plan. One row of a student, for all their loans; contacts may change afterwards. */
export const loanConfirmation = entity(
  'loan.loanConfirmation',
  '毕业确认',
  {
    studentId: ref('student', '学生', { required: true, readonly: true, search: true }),
    /** The newest one; what is confirmed is about all of them. */
    loanId: ref('creditLoan', '助学贷款', { required: true, readonly: true }),
    loans: integer('贷款笔数', { required: true, readonly: true }),
    balance: money('贷款余额', { required: true, readonly: true, sortable: true }),
    months: integer('还款月数', readonly),
    monthly: money('每月还款', readonly),
    firstPayOn: date('首次还款', readonly),
    phone: locked(reached.phone),
    otherPhone: locked(reached.otherPhone),
    email: locked(reached.email),
    address: locked(reached.address),
    contactsAt: datetime('联系方式核对时间', readonly),
    confirmedAt: datetime('确认时间', { ...readonly, sortable: true }),
    signature: files('签名', { ...readonly, maxFiles: 1, types: ['png', 'jpg', 'jpeg'] }),
    state: confirmationStates.field('状态', { initial: 'open', sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['studentId']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      nothing: '现在没有要确认的助学贷款',
      done: '已在 {at} 确认过',
      contacts: '联系方式要在 {days} 天内核对过，请先核对再确认',
      months: '还款期限是 12 到 {most} 个月，这次填了 {months} 个月',
    },
  },
)
const permission = 'loan:loanConfirmation:confirm'
const OWN = 'contacts that the borrower entered, or their own record knows'
const contacts = { phone: { ...reached.phone, options: { ...reached.phone.options, ...need } }, otherPhone: reached.otherPhone, email: reached.email, address: reached.address }
/** 40-L7, L9: checked before the confirmation; changed afterwards by graduates, too, who tell the bank by the change file. */
export const saveContacts = action('loan.loanConfirmation.contacts', '核对联系方式', { permission, input: contacts, output: 'none' })
export const confirmLoan = action('loan.loanConfirmation.confirm', '确认', {
  input: { months: integer('还款月数', { ...need, min: 12 }), signature: files('签名', { ...need, maxFiles: 1, types: ['png', 'jpg', 'jpeg'] }) },
  output: { firstPayOn: date('首次还款', need), monthly: money('每月还款', need) },
})
const loan = shape('助学贷款', {
  id: text('编号', { ...need, max: 36 }),
  kind: choice('类型', LOAN_KINDS, need),
  ...pickFields(creditLoan.fields, ['bank', 'xn', 'arrived', 'repaid', 'contractTail']),
})
export const myConfirmation = action('loan.loanConfirmation.mine', '我的毕业确认', {
  method: 'GET',
  permission,
  output: {
    ...revealedAll(pickFields(loanConfirmation.fields, ['phone', 'otherPhone', 'email', 'address', 'contactsAt', 'confirmedAt', 'firstPayOn', 'monthly', 'months']), OWN),
    state: choice('状态', { open: '待确认', confirmed: '已确认' }),
    balance: money('贷款余额', need),
    loans: list('助学贷款', loan, need),
    mostMonths: integer('最长月数', need),
    /** Contacts were checked lately enough to confirm. */
    isFresh: bool('联系方式有效', need),
  },
})
