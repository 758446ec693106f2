import { action, choice, date, files, integer, list, money, pickFields, ref, shape, text } from '#model'
import { merchantAccount, PROVIDERS } from '../../merchants/model/merchant-account.ts'
import { dayRefusals, dayStates, reconDay } from './recon-day.ts'
import { DIFF_KINDS, WAYS } from './recon-diff.ts'

const need = { required: true } as const
const id = text('编号', { ...need, max: 36 })
const merchantId = ref('merchantAccount', '收款账户', need)
const bizDate = date('日期', need)
const refusals = dayRefusals
const after = { state: dayStates.field('状态'), diffCount: integer('未处理差异', need) }

export const fetchStatement = action('fee.reconDay.fetchStatement', '下载对账单', { input: { id }, output: after, refusals, inScope: true, isWhole: false })
export const uploadStatement = action('fee.reconDay.uploadStatement', '上传对账单', {
  input: { merchantId, bizDate, statement: files('对账单', { ...need, maxFiles: 1, mostMb: 30, types: ['zip', 'csv', 'txt', 'xlsx', 'dbf'] }) },
  output: { id, ...after },
  refusals,
})
export const match = action('fee.reconDay.match', '重新核对', { input: { id }, output: after, refusals, inScope: true })
export const closeReconDay = action('fee.reconDay.closeDay', '结账', { input: { id }, output: 'none', refusals, inScope: true })
export const confirmArrival = action('fee.reconDay.confirmArrival', '确认到账', {
  input: { id, arrivedOn: date('到账日', need), arrivedSum: money('到账金额', need), note: text('说明', { max: 200 }) },
  output: 'none',
  refusals,
  inScope: true,
})
/** Makes the simulated provider's statement differ, to try everything on this page. */
export const skewStatement = action('fee.reconDay.skewStatement', '造差异', {
  input: { merchantId, bizDate, kind: choice('差异', DIFF_KINDS, need), count: integer('笔数', { ...need, min: 1, max: 20 }) },
  output: { made: integer('笔数', need) },
  refusals,
})
const cell = shape('对账日', {
  id,
  ...pickFields(reconDay.fields, ['merchantId', 'bizDate', 'state', 'diffCount', 'ourCount', 'ourSum', 'theirCount', 'theirSum', 'feeSum', 'isTest', 'fetchNote', 'closedAt']),
  ...pickFields(reconDay.fields, ['arrivedOn', 'arrivedSum', 'arrivalNote', 'source']),
  closedByName: text('结账人', { max: 64 }),
})
const merchant = shape('收款账户', { id, name: merchantAccount.fields.name, provider: choice('支付渠道', PROVIDERS, need) })
/** A month of all accounts, for the calendar. */
export const reconCalendar = action('fee.reconDay.calendar', '对账日历', {
  method: 'GET',
  permission: 'fee:reconDay:list',
  input: { month: text('月份', { ...need, min: 7, max: 7 }) },
  output: { merchants: list('收款账户', merchant, need), days: list('对账日', cell, need) },
})
const byMerchant = { merchantId, merchant: text('收款账户', { ...need, max: 60 }) }
/** What finance looks at first in the morning. */
export const reconMorning = action('fee.reconDay.morning', '财务早报', {
  method: 'GET',
  permission: 'fee:reconDay:list',
  output: {
    day: date('昨天', need),
    days: list('昨天', cell, need),
    merchants: list('收款账户', merchant, need),
    /** Days before that are not closed yet. */
    older: integer('更早未结账', need),
    openDiffs: integer('待处理差异', need),
    toCheck: integer('待复核差异', need),
    keys: list('密钥到期', shape('密钥', { ...byMerchant, expiresOn: date('到期日', need) }), need),
    failures: list('通知失败', shape('通知失败', { ...byMerchant, count: integer('次数', need) }), need),
    refundsWaiting: integer('待复核退款', need),
    refundsAbnormal: integer('异常退款', need),
    notArrived: integer('未到账', need),
  },
})
const note = text('说明', { ...need, min: 2, max: 200 })
export const proposeDiff = action('fee.reconDiff.propose', '处理', { input: { id, handling: choice('处理', WAYS, need), note }, output: 'none', inScope: true })
/** 40-M4: another person confirms; only then does anything move. */
export const resolveDiff = action('fee.reconDiff.resolve', '复核通过', { input: { id }, output: 'none', inScope: true })
export const rejectDiff = action('fee.reconDiff.reject', '退回', { input: { id, why: text('说明', { ...need, max: 200 }) }, output: 'none', inScope: true })

export const dayActions = [fetchStatement, uploadStatement, match, closeReconDay, confirmArrival, skewStatement]
export const diffActions = [proposeDiff, resolveDiff, rejectDiff]
