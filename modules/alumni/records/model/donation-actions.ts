import { action, bool, choice, date, dict, integer, list, money, ref, rich, shape, text } from '#model'
import { OWN } from './card.ts'
import { donationPurpose } from './dictionaries.ts'
import { donation, donationStates, GIFTS, PAID_BY } from './donation.ts'
import { donationProject, projectStates } from './donation-project.ts'

const need = { required: true } as const
const refusals = { ...donationProject.options.refusals, ...donation.options.refusals }
const projectId = ref('donationProject', '捐赠项目', need)
const id = ref('donation', '捐赠', need)
export const openProject = action('alumni.donationProject.open', '发布', { input: { id: projectId }, output: 'none', inScope: true, refusals })
export const closeProject = action('alumni.donationProject.close', '结束', {
  permission: openProject.permission,
  input: { id: projectId },
  output: 'none',
  inScope: true,
  refusals,
})
/** 30-AD4: what the money was used for; never more than came in. */
export const spend = action('alumni.donationProject.spend', '公布使用', {
  input: {
    id: projectId,
    amount: money('金额', { ...need, min: 1 }),
    use: text('用于', { ...need, min: 2, max: 200 }),
    on: date('日期', need),
  },
  output: 'none',
  inScope: true,
  refusals,
})
/** A gift that came by bank, in cash or as goods. */
export const registerGift = action('alumni.donation.register', '登记捐赠', {
  input: {
    projectId,
    donorName: text('捐赠人', { ...need, max: 60 }),
    isOrganisation: bool('单位', { initial: false }),
    isAnonymous: bool('匿名', { initial: false, help: '名单、大屏和导出里都写“匿名”' }),
    kind: choice('种类', GIFTS, { ...need, initial: 'money' }),
    amount: money('金额或价值', { ...need, min: 1 }),
    goods: text('物品', { max: 200 }),
    paidBy: choice('方式', { bank: PAID_BY.bank, cash: PAID_BY.cash, goods: PAID_BY.goods }, { ...need, initial: 'bank' }),
    receivedOn: date('收到日期', need),
    receiptNo: text('捐赠票据号', { max: 40 }),
    message: text('留言', { max: 200 }),
  },
  output: { no: text('编号', { ...need, max: 24 }) },
  refusals,
})
export const enterReceipt = action('alumni.donation.enterReceipt', '登记票据号', {
  permission: registerGift.permission,
  input: { id, receiptNo: text('捐赠票据号', { ...need, max: 40 }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const reverseGift = action('alumni.donation.reverse', '冲销', {
  permission: registerGift.permission,
  input: { id, reason: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
  inScope: true,
  refusals,
})
/** 30-AD2: whose gifts they are, for those who keep the money. */
export const donorsOf = action('alumni.donation.donors', '捐赠人名册', {
  method: 'GET',
  input: { projectId },
  output: {
    donors: list(
      '捐赠人',
      shape('捐赠', {
        no: text('编号', { ...need, max: 24, format: 'code' }),
        donorName: text('捐赠人', { ...need, max: 60 }),
        isOrganisation: bool('单位', need),
        isAnonymous: bool('匿名', need),
        kind: choice('种类', GIFTS, need),
        amount: money('金额或价值', need),
        receivedOn: date('收到日期'),
        receiptNo: text('捐赠票据号', { max: 40 }),
      }),
      need,
    ),
  },
})
/** 捐赠 as alumni see it: open projects with what came in and how it was used, and their own gifts. */
export const giving = action('alumni.donation.giving', '捐赠', {
  method: 'GET',
  permission: OWN,
  output: {
    isOn: bool('可以网上捐赠', need),
    projects: list(
      '项目',
      shape('项目', {
        id: projectId,
        title: text('名称', { ...need, max: 60 }),
        purpose: dict('用途', donationPurpose, need),
        text: rich('介绍', { max: 20_000 }),
        state: projectStates.field('状态'),
        to: date('截止', need),
        goal: money('目标', need),
        received: money('已收捐款', need),
        goods: money('已收捐物', need),
        used: money('已使用', need),
        donors: integer('捐赠次数', need),
        latest: list(
          '最近捐赠',
          shape('捐赠', {
            shownName: text('捐赠人', { ...need, max: 60, translatable: true }),
            amount: money('金额', need),
            kind: choice('种类', GIFTS, need),
            message: text('留言', { max: 200 }),
            receivedOn: date('日期'),
          }),
          need,
        ),
        uses: list('使用情况', shape('使用', { on: date('日期', need), amount: money('金额', need), use: text('用于', { max: 200 }) }), need),
      }),
      need,
    ),
    mine: list(
      '我的捐赠',
      shape('捐赠', {
        id,
        no: text('编号', { ...need, max: 24, format: 'code' }),
        title: text('项目', { ...need, max: 60 }),
        amount: money('金额', need),
        isAnonymous: bool('匿名', need),
        state: donationStates.field('状态'),
        payBy: date('支付期限'),
        receivedOn: date('收到日期'),
        receiptNo: text('捐赠票据号', { max: 40 }),
      }),
      need,
    ),
  },
})
/** 30-AD1: a gift online is a line to pay; it counts once the money is here. */
export const give = action('alumni.donation.give', '捐赠', {
  permission: OWN,
  input: {
    projectId,
    amount: money('金额', { ...need, min: 1 }),
    isAnonymous: bool('匿名', { initial: false, help: '名单和大屏上写“匿名”' }),
    message: text('留言', { max: 200 }),
  },
  output: { no: text('编号', { ...need, max: 24 }) },
  refusals,
})
export const withdrawGift = action('alumni.donation.withdraw', '不捐了', { permission: OWN, input: { id }, output: 'none', refusals })
export const donationActions = [openProject, closeProject, spend, registerGift, enterReceipt, reverseGift, donorsOf, giving, give, withdrawGift]
