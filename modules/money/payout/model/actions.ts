import { action, bool, date, datetime, dict, integer, list, money, pickFields, ref, revealed, shape, text } from '#model'
import { fileChoices, returned } from '#modules/exchange/model/actions.ts'
import { bankAccount } from './bank-account.ts'
import { bank } from './dictionaries.ts'
import { payoutLine, payoutList } from './payout.ts'

const need = { required: true } as const
const id = text('编号', { required: true, max: 36 })
const reason = text('原因', { required: true, max: 200 })

export const askBudget = action('money.fundAccount.askBudget', '调整预算', {
  input: { id, amount: money('增减', { required: true, help: '减少填负数' }), reason },
  output: 'none',
  inScope: true,
})
/** 40-Z3: part of a budget moves to another fund, once somebody else has checked it. */
export const moveFund = action('money.fundAccount.moveFund', '调剂经费', {
  input: { id, toId: ref('fundAccount', '调入经费', need), amount: money('金额', { required: true, min: 1 }), reason },
  output: 'none',
  inScope: true,
})
export const approveBudget = action('money.fundAccount.approveBudget', '复核预算', { input: { id }, output: 'none', inScope: true })

const card = {
  bankName: dict('开户行', bank, need),
  branchNo: text('联行号', { max: 12, help: '12 位，不知道可以不填' }),
  cardNo: text('卡号', { required: true, min: 10, max: 40, clear: 'typed by its owner or for them' }),
  holderName: text('户名', { required: true, max: 60 }),
} as const
const warned = { warnings: list('提示', text('提示', { max: 100 }), need) }
export const saveMyAccount = action('money.bankAccount.saveMine', '保存银行卡', { input: card, output: warned })
export const saveAccount = action('money.bankAccount.save', '登记银行卡', { input: { studentId: ref('student', '学生', need), ...card }, output: warned })
/** 40 §0.3: the holder is called otherwise than the student, and finance knows why. */
export const confirmHolder = action('money.bankAccount.confirmHolder', '确认户名', { input: { id }, output: 'none', inScope: true })

const paid = shape('资助', {
  id,
  ...pickFields(payoutLine.fields, ['what', 'amount', 'state', 'heldFor', 'failReason', 'paidOn', 'lastFour', 'holderName']),
  expectedOn: payoutList.fields.bizDate,
})
/** 我能申请的资助: all that modules have to give, and what the reader still lacks for it. */
export const aidOffers = action('money.payoutLine.offers', '我能申请的资助', {
  method: 'GET',
  many: true,
  output: {
    kind: text('种类', { required: true, max: 40 }),
    name: text('名称', { required: true, max: 120 }),
    amount: money('金额'),
    until: datetime('截止'),
    isApplied: bool('已申请', need),
    isAutomatic: bool('不用申请', need),
    lacks: list('差在哪里', text('差距', { required: true, max: 600 }), need),
    link: text('链接', { required: true, max: 200 }),
  },
})
/** 我的资助: what comes, what came, and to which card. */
export const myMoney = action('money.payoutLine.mine', '我的资助', {
  method: 'GET',
  output: {
    lines: list('发放', paid, need),
    account: shape('银行卡', {
      ...pickFields(bankAccount.fields, ['bankName', 'lastFour', 'holderName']),
      branchNo: text('联行号', { max: 12 }),
      cardNo: revealed(bankAccount.fields.cardNo, 'read by its owner alone'),
    }),
    name: text('姓名', { ...need, max: 60 }),
  },
})
export const prepareList = action('money.payoutList.prepare', '编制', {
  input: {
    id,
    title: text('名称', { required: true, max: 100 }),
    fundId: ref('fundAccount', '经费'),
    bizDate: date('发放日', need),
    profileId: ref('exportProfile', '银行格式', need),
  },
  output: 'none',
  inScope: true,
})
export const bringHeld = action('money.payoutList.bringHeld', '带入暂缓的', { input: { id }, output: { count: integer('笔数', need) }, inScope: true })
export const checkList = action('money.payoutList.check', '检查', {
  input: { id },
  output: { ready: integer('可以发放', need), held: integer('暂缓发放', need), total: money('金额', need) },
  inScope: true,
})
export const submitList = action('money.payoutList.submit', '提交审批', { input: { id }, output: 'none', inScope: true })
export const reopenList = action('money.payoutList.reopen', '退回编制', { input: { id, reason }, output: 'none', inScope: true })
export const exportBank = action('money.payoutList.exportBank', '导出给银行', {
  input: { id, password: fileChoices.password, reason: fileChoices.reason },
  output: 'file',
  inScope: true,
})
export const importReturn = action('money.payoutList.importReturn', '导入回单', {
  input: { id, fileId: text('文件', { required: true, max: 36 }) },
  output: returned,
  inScope: true,
})
export const closeList = action('money.payoutList.close', '结清', { input: { id }, output: 'none', inScope: true })
export const holdLine = action('money.payoutLine.hold', '暂不发放', { input: { id, reason }, output: 'none', inScope: true })
export const listActions = [prepareList, bringHeld, checkList, submitList, reopenList, exportBank, importReturn, closeList, holdLine]
export const accountActions = [saveMyAccount, saveAccount, confirmHolder]
export const fundActions = [askBudget, moveFund, approveBudget]
