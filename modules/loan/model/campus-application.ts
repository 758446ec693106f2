import { date, list, money, pickFields, revealedAll, shape, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { applied, creditLoan, given } from './credit-loan.ts'
import { loanStates } from './loan-states.ts'

const need = { required: true } as const
const OWN = 'what the borrower entered for an earlier loan'
/** Fields of the borrower. */
export const asked = {
  ...pickFields(given, ['bank', 'xn', 'approved', 'surplusTo', 'isRenewal', 'coName', 'coRelation', 'coPhone']),
  reason: { ...applied.reason, options: { ...applied.reason.options, ...need } },
  files: applied.files,
} as const
const own = ownApplication(creditLoan, { form: asked })
/** What a year costs, and the most that may be borrowed for it. */
const year = { cap: money('最多可贷', need), tuition: money('学费', need), lodging: money('住宿费', need) } as const
/** 40 §6: a campus-based loan as an application, before it goes to its bank. */
export const campusApplication = {
  apply: own.apply('申请校园地贷款'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  /** The bank and the co-borrower of the last loan are known. */
  begin: own.begin({
    xn: given.xn,
    last: shape('上一笔', revealedAll(pickFields(creditLoan.fields, ['bank', 'coName', 'coRelation', 'coPhone']), OWN)),
  }),
  preview: own.preview({ xn: given.xn, approved: given.approved }, { ...year, ...pickFields(creditLoan.fields, ['tuitionPart', 'lodgingPart', 'livingPart']) }),
  mine: own.mine(['note', 'expectedOn']),
  card: own.card({
    ...pickFields(creditLoan.fields, ['bank', 'xn', 'approved', 'reason', 'coName', 'coRelation']),
    ...year,
    owed: money('本学年欠费', need),
    graduates: date('预计毕业'),
    earlier: list(
      '以往贷款',
      shape('贷款', { id: text('编号', { ...need, max: 36 }), ...pickFields(creditLoan.fields, ['kind', 'xn', 'approved']), state: loanStates.field('状态') }),
      need,
    ),
  }),
}
