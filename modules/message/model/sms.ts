import { action, bool, choice, datetime, entity, integer, json, list, money, ref, text } from '#model'

export const VENDORS = { aliyun: '阿里云', tencent: '腾讯云', http: '通用 HTTP', log: '只记录' } as const
const SMS_STATES = { queued: '待发送', sending: '发送中', sent: '已发送', failed: '失败' } as const

export const smsProvider = entity(
  'message.smsProvider',
  '短信服务商',
  {
    name: text('名称', { required: true, max: 60, search: true }),
    vendor: choice('类型', VENDORS, { required: true, immutable: true }),
    signature: text('短信签名', { max: 30, help: '在服务商登记的签名，不带【】' }),
    accessKey: text('访问密钥编号', { max: 200, help: '阿里云 AccessKey ID，腾讯云 SecretId' }),
    secret: text('访问密钥', { max: 400, secret: true, encrypted: true, sentTo: ['endpoint'], help: '只写不读；不填则不改' }),
    appId: text('应用编号', { max: 60, help: '腾讯云 SmsSdkAppId' }),
    region: text('地域', { max: 40, help: '腾讯云必填，如 ap-guangzhou' }),
    endpoint: text('服务地址', { max: 300, help: '通用 HTTP 必填；其他不填用服务商的地址' }),
    priority: integer('优先级', { required: true, min: 1, max: 99, initial: 10, sortable: true, help: '数字小的先用' }),
    dailyLimit: integer('每日条数上限', { min: 0, max: 10_000_000, help: '空着不限' }),
    price: money('每条价格', { min: 0, help: '用来估算费用' }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school; its secret key is write-only' },
    unique: [['name']],
    sort: ['priority', 'name'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: { missing: '{vendor}必须填写{label}', endpoint: '“{endpoint}”不是完整的网址' },
  },
)
export const smsTemplate = entity(
  'message.smsTemplate',
  '短信模板',
  {
    eventCode: text('事件', { required: true, max: 100, search: true, help: '验证码用 code' }),
    vendor: choice('服务商类型', VENDORS, { required: true }),
    vendorTemplateId: text('模板编号', { required: true, max: 60, help: '在服务商审核通过的模板编号' }),
    /** Vendor parameter → our variable, in order for Tencent. */
    parameters: json<Array<{ name: string; variable: string }>>('参数对应', { help: '按模板里的顺序' }),
    text: text('模板文字', { required: true, max: 500, multiline: true, help: '与服务商登记的一致，只用于记录' }),
  },
  {
    title: 'eventCode',
    scope: { everyone: 'wording of messages, a setting of the school' },
    unique: [['eventCode', 'vendor']],
    sort: ['eventCode'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: { unknownEvent: '没有消息事件“{code}”', unknownVariable: '参数“{name}”对应的变量 {variable} 不存在；可用的有：{known}', parametersForm: '参数对应的写法不对' },
  },
)
export const smsLog = entity(
  'message.smsLog',
  '短信记录',
  {
    mobile: text('手机号', { required: true, readonly: true, max: 20, sensitivity: 'S1', mask: 'phone' }),
    eventCode: text('事件编码', { required: true, readonly: true, max: 100 }),
    text: text('内容', { required: true, readonly: true, max: 1000, multiline: true }),
    state: choice('状态', SMS_STATES, { required: true, readonly: true }),
    parts: integer('条数', { required: true, readonly: true, initial: 1 }),
    cost: money('费用', { readonly: true }),
    vendor: choice('服务商类型', VENDORS, { readonly: true }),
    providerId: ref('smsProvider', '服务商', { readonly: true }),
    receipt: text('回执', { readonly: true, max: 200 }),
    error: text('原因', { readonly: true, max: 500, translatable: true }),
    sentAt: datetime('发送时间', { readonly: true, sortable: true }),
    /** Values needed to render a queued message; cleared after sending. */
    secretValues: text('变量', { readonly: true, max: 2000, secret: true, encrypted: true, sentTo: [] }),
    eventName: text('事件', { computed: true, max: 100 }),
    isUrgent: bool('不受限额', { required: true, readonly: true, initial: false }),
  },
  { title: 'eventCode', scope: {}, sort: ['-createdAt'], verbs: ['list', 'export'] },
)
export const testProvider = action('message.smsProvider.test', '发送测试短信', {
  input: { id: ref('smsProvider', '服务商', { required: true }), mobile: text('手机号', { required: true, max: 20, format: 'mobile' }) },
  output: { logId: ref('smsLog', '短信记录', { required: true }) },
})
/** SMS cost by event and month. */
export const smsCost = action('message.smsLog.cost', '短信费用', {
  method: 'GET',
  permission: 'message:smsLog:list',
  many: true,
  output: {
    month: text('月份', { required: true, max: 7 }),
    eventCode: text('事件', { required: true, max: 100 }),
    name: text('事件', { required: true, max: 100 }),
    sent: integer('发送', { required: true }),
    failed: integer('失败', { required: true }),
    parts: integer('计费条数', { required: true }),
    cost: money('费用', { required: true }),
  },
})
/** Usage of the school's SMS limits. */
export const smsUsage = action('message.smsLog.usage', '短信用量', {
  method: 'GET',
  permission: 'message:smsLog:list',
  output: {
    today: integer('今日', { required: true }),
    dailyLimit: integer('每日上限', { required: true }),
    month: integer('本月', { required: true }),
    monthlyLimit: integer('每月上限', { required: true }),
    vendors: list('在用的服务商', text('服务商', { max: 60 }), { required: true }),
  },
})
