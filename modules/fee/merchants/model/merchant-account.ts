import { bool, choice, entity, list, text } from '#model'

export const PROVIDERS = {
  alipay: '支付宝',
  wechat: '微信支付',
  unionpay: '银联',
  unified: '统一支付平台',
  bankDebit: '银行代扣',
  counter: '柜台',
  sandbox: '模拟支付',
} as const
export type Provider = keyof typeof PROVIDERS
export const SCENES = { jsapi: '微信内', h5: '手机浏览器', pc: '电脑网页', qr: '扫码', app: '应用内', counter: '柜台' } as const
export type Scene = keyof typeof SCENES
export const MODES = { live: '正式', test: '测试' } as const

/** 收款账户: one account of the school at a provider. Keys and addresses of the provider are kept by the provider's own settings. */
export const merchantAccount = entity(
  'fee.merchantAccount',
  '收款账户',
  {
    provider: choice('支付渠道', PROVIDERS, { required: true, immutable: true }),
    name: text('名称', { required: true, max: 60, search: true }),
    merchantNo: text('商户号', { required: true, max: 40, format: 'code' }),
    appId: text('应用编号', { max: 60, help: '支付宝 APPID，微信公众号或小程序的 AppID' }),
    scenes: list('使用场景', choice('使用场景', SCENES), { min: 1, max: 6 }),
    isEnabled: bool('启用', { required: true, initial: false }),
    mode: choice('环境', MODES, { required: true, initial: 'test' }),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school; keys are write-only' },
    unique: [['provider', 'merchantNo']],
    sort: ['provider', 'name'],
    select: 'scoped',
    selectFields: ['provider', 'mode'],
    refusals: {
      sandbox: '正式收款账户“{live}”启用时，不能启用模拟支付“{name}”',
      mode: '模拟支付只有测试环境',
    },
  },
)
