import { bool, choice, dict, entity, integer, money, ref, text } from '#model'
import { FEE_BOOKS } from '../../merchants/model/merchant-account.ts'
import { receiptKind } from './dictionaries.ts'

export const NATURES = { administrative: '行政事业性', service: '服务性', agency: '代收', deposit: '押金', dues: '会费', compensation: '赔偿款' } as const
export type Nature = keyof typeof NATURES
export const PERIODS = { year: '按学年', term: '按学期', month: '按月', once: '一次' } as const
export const REFUND_RULES = { byMonth: '按月退', full: '全额退', unused: '退未用部分', none: '不退' } as const

/** 收费项目. */
export const chargeItem = entity(
  'fee.chargeItem',
  '收费项目',
  {
    code: text('编号', { required: true, immutable: true, max: 20, format: 'code', search: true, sortable: true }),
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    nature: choice('性质', NATURES, { required: true, immutable: true }),
    book: choice('账簿', FEE_BOOKS, { required: true, immutable: true, initial: 'student' }),
    filingNo: text('收费备案号', { max: 60, help: '行政事业性收费必填' }),
    period: choice('周期', PERIODS, { required: true }),
    /** 40-F3: a service or agency item is never preselected. */
    optional: bool('自愿', { required: true, initial: false, help: '服务性和代收项目总是自愿的，由学生自己选' }),
    partial: bool('可以分次缴', { required: true, initial: true }),
    leastPart: money('每次至少', { required: true, initial: 10_000, min: 100, help: '分次缴时每次不少于它，最后一次缴清余额' }),
    refundRule: choice('退费办法', REFUND_RULES, { required: true, initial: 'byMonth' }),
    receiptKind: dict('票据种类', receiptKind, { required: true, initial: 'fiscal' }),
    merchantId: ref('merchantAccount', '收款账户', { help: '不填时由学校启用的收款账户收取' }),
    loanCoverable: bool('可用贷款抵缴', { required: true, initial: false }),
    priority: integer('抵缴顺序', { required: true, initial: 50, min: 1, max: 99, sortable: true, help: '小的先抵' }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'published items of the school' },
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'nature', 'period'],
    sort: ['priority', 'code'],
    refusals: {
      unknown: '没有启用的收费项目“{code}”',
      filing: '行政事业性收费“{name}”须填写收费备案号',
      book: '“{name}”记在{book}账簿，收款账户“{merchant}”不是这个账簿的',
      optional: '“{name}”是{nature}项目，只能由学生自愿选择',
    },
  },
)
