import { action, bool, choice, date, datetime, entity, list, text } from '#model'
import type { Book } from '#modules/money/ledger/model/ledger-entry.ts'

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
/** Books that bills belong to: money of one never mixes with another's. */
export const FEE_BOOKS = { student: '学校收费', league: '团费' } as const satisfies Partial<Record<Book, string>>
export type FeeBook = keyof typeof FEE_BOOKS
export const MODES = { live: '正式', test: '测试' } as const
const readonly = { readonly: true } as const
const key = { secret: true, encrypted: true, multiline: true } as const

/** 收款账户: one account of the school at a provider. Keys are write-only; their fingerprints and expiry are shown. */
export const merchantAccount = entity(
  'fee.merchantAccount',
  '收款账户',
  {
    provider: choice('支付渠道', PROVIDERS, { required: true, immutable: true }),
    name: text('名称', { required: true, max: 60, search: true }),
    book: choice('账簿', FEE_BOOKS, { required: true, immutable: true, initial: 'student', help: '团费有自己的账户，不和学校收费混在一起' }),
    merchantNo: text('商户号', { required: true, max: 40, format: 'code' }),
    appId: text('商户应用编号', { max: 60, help: '支付宝 APPID，微信公众号或小程序的 AppID' }),
    gateway: text('接口地址', { max: 200, help: '不填用渠道的正式地址；统一支付平台必填' }),
    scenes: list('使用场景', choice('使用场景', SCENES), { min: 1, max: 6 }),
    isEnabled: bool('启用', { required: true, initial: false }),
    mode: choice('环境', MODES, { required: true, initial: 'test' }),
    privateKey: text('商户私钥', { ...key, max: 8000, sentTo: ['gateway'], help: 'PEM 或 Base64；只写不读，不填则不改' }),
    certificate: text('商户证书', { ...key, max: 8000, sentTo: ['gateway'], help: '微信支付和银联要用，PEM' }),
    providerKey: text('渠道公钥或证书', { ...key, max: 20_000, sentTo: [], help: '验签用，PEM；银联填根证书和中级证书' }),
    apiKey: text('接口密钥', { ...key, max: 400, sentTo: ['gateway'], help: '微信支付 APIv3 密钥，统一支付平台的签名密钥' }),
    appSecret: text('公众号密钥', { ...key, max: 400, sentTo: ['gateway'], help: '在微信内支付要用：公众号的 AppSecret' }),
    providerKeyId: text('渠道公钥编号', { max: 80, help: '微信支付公钥模式填 PUB_KEY_ID_ 开头的编号' }),
    contract: text('接口声明', { max: 8000, multiline: true, help: '统一支付平台的地址、字段对应、签名规则，JSON；模拟支付填 auto 则自动付款' }),
    keyPrint: text('商户密钥指纹', { ...readonly, max: 40 }),
    providerKeyPrint: text('渠道密钥指纹', { ...readonly, max: 40 }),
    keyExpiresOn: date('密钥到期', { ...readonly, sortable: true }),
    /** When finance was last told of notices that fail, and of keys that expire. */
    alarmedAt: datetime('告警时间', { ...readonly, secret: 'internal' }),
    expiryToldOn: date('提醒过的到期日', { ...readonly, secret: 'internal' }),
  },
  {
    title: 'name',
    cached: true,
    scope: { everyone: 'a setting of the school; keys are write-only' },
    unique: [['provider', 'merchantNo']],
    sort: ['provider', 'name'],
    verbs: ['list', 'add', 'update', 'remove'],
    select: 'scoped',
    selectFields: ['provider', 'mode', 'book'],
    refusals: {
      sandbox: '正式收款账户“{live}”启用时，不能启用模拟支付“{name}”',
      mode: '模拟支付只有测试环境',
      missing: '{provider}启用前要填写{label}',
      badKey: '{label}不是可以使用的密钥或证书',
      badContract: '接口声明不对：{why}',
      scene: '{provider}没有“{scene}”这种使用场景',
      address: '“{address}”不是完整的 https 网址',
    },
  },
)
/** Asks the provider about an order that is not there: proves address, keys and signatures of both sides. */
export const testConnection = action('fee.merchantAccount.test', '测试连接', {
  input: { id: text('编号', { required: true, max: 36 }) },
  output: { ok: bool('连接正常', { required: true }), answer: text('回答', { required: true, max: 300 }) },
  inScope: true,
  isWhole: false,
})
