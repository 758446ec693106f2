import { bool, datetime, dict, entity, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { bank } from './dictionaries.ts'

const fixed = { required: true, readonly: true } as const
/** 银行卡: the only store of a student's card. Older ones stay; one is the default. */
export const bankAccount = entity(
  'money.bankAccount',
  '银行卡',
  {
    studentId: ref('student', '学生', fixed),
    bankName: dict('开户行', bank, fixed),
    branchNo: text('联行号', { readonly: true, max: 12 }),
    cardNo: text('卡号', { ...fixed, max: 32, sensitivity: 'S2', encrypted: true }),
    /** Shown where the whole number is not. */
    lastFour: text('尾号', { ...fixed, max: 4 }),
    holderName: text('户名', { ...fixed, max: 60 }),
    isDefault: bool('默认', { ...fixed, initial: true }),
    /** When finance confirmed a holder who is called otherwise. */
    verifiedAt: datetime('户名确认时间', { readonly: true }),
  },
  {
    title: 'lastFour',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list'],
    refusals: {
      digits: '卡号应是 10 到 25 位数字',
      branch: '联行号应是 12 位数字',
      same: '户名与姓名一致，不用确认',
    },
  },
)
/** What is strange about a card number without being wrong: a warning, never a refusal. */
export const CARD_WARNINGS = { length: '卡号不是 16 到 19 位，请核对', luhn: '卡号的校验位不对，请核对' } as const
export const CARD = /^\d{10,25}$/
