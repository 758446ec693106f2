import { action, bool, choice, datetime, entity, integer, json, list, money, ref, shape, states, text, type Wording } from '#model'

export const LEVELS = { info: '通知', todo: '待办', important: '重要', urgent: '紧急' } as const
export const CHANNELS = { inApp: '站内', sms: '短信', webPush: '推送', wecom: '企业微信', wechat: '微信', email: '邮件' } as const
export type OutsideChannel = Exclude<keyof typeof CHANNELS, 'inApp'>
/** Outside channels; WeChat needs a service account of the school and is not implemented. */
export const OUTSIDE = ['sms', 'webPush', 'wecom', 'email'] as const satisfies readonly OutsideChannel[]
export const deliveryStates = states({
  queued: { label: '待发送', tone: 'waiting' },
  sending: { label: '发送中', tone: 'going' },
  sent: { label: '已发送', tone: 'done' },
  delivered: { label: '已送达', tone: 'done' },
  failed: { label: '失败', tone: 'refused' },
  skipped: { label: '未发送', tone: 'over' },
})

export const message = entity(
  'message.message',
  '消息',
  {
    recipientId: ref('user', '收件人', { required: true }),
    eventCode: text('事件', { required: true, max: 100 }),
    category: text('分类', { required: true, max: 40 }),
    title: text('标题', { required: true, max: 200, search: true }),
    content: text('内容', { required: true, max: 2000, multiline: true }),
    level: choice('级别', LEVELS, { required: true }),
    bizType: text('业务类型', { max: 64 }),
    bizId: text('业务编号', { max: 64 }),
    link: text('链接', { max: 500 }),
    mobileLink: text('手机链接', { max: 500 }),
    /** Variables of the text, kept for rendering in another language. */
    variables: json<Record<string, Wording | number | null>>('变量', { secret: 'internal' }),
    /** Number of events merged into this message. */
    merged: integer('合并条数', { required: true, initial: 1 }),
    isWithdrawn: bool('已撤回', { required: true, initial: false }),
    readAt: datetime('阅读时间'),
  },
  { title: 'title', scope: { user: 'recipientId' }, sort: ['-createdAt'], softDelete: true, verbs: [] },
)
export const messageDelivery = entity(
  'message.messageDelivery',
  '发送记录',
  {
    messageId: ref('message', '消息', { required: true, readonly: true }),
    recipientId: ref('user', '收件人', { required: true, readonly: true }),
    eventCode: text('事件编码', { required: true, readonly: true, max: 100 }),
    channel: choice('渠道', CHANNELS, { required: true, readonly: true }),
    state: deliveryStates.field('状态'),
    level: choice('级别', LEVELS, { required: true, readonly: true }),
    obeysQuiet: bool('遵守免打扰', { required: true, readonly: true, initial: true }),
    tries: integer('次数', { required: true, readonly: true, initial: 0 }),
    nextAt: datetime('下次发送', { readonly: true }),
    sentAt: datetime('发送时间', { readonly: true, sortable: true }),
    error: text('原因', { readonly: true, max: 500, translatable: true }),
    /** Text sent, with personal values masked. */
    sentText: text('发出的内容', { readonly: true, max: 2000, multiline: true }),
    providerId: text('服务商编号', { readonly: true, max: 100 }),
    cost: money('费用', { readonly: true }),
    eventName: text('事件', { computed: true, max: 100 }),
    traceId: text('编号', { readonly: true, max: 40 }),
  },
  { title: 'eventCode', scope: { user: 'recipientId' }, sort: ['-createdAt'], verbs: ['list', 'export'] },
)
const row = {
  id: ref('message', '消息', { required: true }),
  category: text('分类', { required: true, max: 40 }),
  categoryName: text('分类', { required: true, max: 60 }),
  title: text('标题', { required: true, max: 200 }),
  content: text('内容', { required: true, max: 2000 }),
  level: choice('级别', LEVELS, { required: true }),
  bizType: text('业务类型', { max: 64 }),
  bizId: text('业务编号', { max: 64 }),
  link: text('链接', { max: 500 }),
  mobileLink: text('手机链接', { max: 500 }),
  merged: integer('合并条数', { required: true }),
  isWithdrawn: bool('已撤回', { required: true }),
  readAt: datetime('阅读时间'),
  createdAt: datetime('时间', { required: true }),
} as const
export const unreadCount = action('message.message.unreadCount', '未读消息数', { method: 'GET', access: 'signedIn', output: integer('未读消息数', { required: true }) })
export const myMessages = action('message.message.mine', '我的消息', {
  method: 'GET',
  access: 'signedIn',
  input: {
    current: integer('页', { min: 1, max: 10_000 }),
    size: integer('每页', { min: 1, max: 100 }),
    keyword: text('关键词', { max: 60 }),
    category: text('分类', { max: 40 }),
    isRead: bool('已读'),
    from: datetime('自'),
    to: datetime('至'),
  },
  output: {
    total: integer('总数', { required: true }),
    unread: integer('未读', { required: true }),
    categories: list(
      '分类',
      shape('分类', { category: text('分类', { required: true, max: 40 }), name: text('名称', { required: true, max: 60 }), unread: integer('未读', { required: true }) }),
      {
        required: true,
      },
    ),
    result: list('消息', shape('消息', row), { required: true }),
  },
})
/** Marks some as read, or all of them. */
export const readMessages = action('message.message.read', '标为已读', {
  access: 'signedIn',
  input: { ids: list('消息', ref('message', '消息'), { max: 500 }), isAll: bool('全部') },
  output: { unread: integer('未读', { required: true }) },
})
export const removeMessages = action('message.message.removeMine', '删除消息', {
  access: 'signedIn',
  input: { ids: list('消息', ref('message', '消息'), { required: true, max: 500 }) },
  output: { done: integer('已删除', { required: true }) },
})
/** Target of a message, with the reason if it cannot be opened. Marks it as read. */
export const openMessage = action('message.message.open', '打开消息', {
  access: 'signedIn',
  input: { id: ref('message', '消息', { required: true }) },
  output: { link: text('链接', { max: 500 }), mobileLink: text('手机链接', { max: 500 }), canOpen: bool('可以打开', { required: true }), why: text('原因', { max: 200 }) },
})
/** Delivery results by channel over the last days. */
export const deliveryStatistics = action('message.messageDelivery.statistics', '发送统计', {
  method: 'GET',
  input: { days: integer('天数', { min: 1, max: 366 }) },
  permission: 'message:messageDelivery:list',
  many: true,
  output: {
    channel: choice('渠道', CHANNELS, { required: true }),
    total: integer('总数', { required: true }),
    done: integer('成功', { required: true }),
    failed: integer('失败', { required: true }),
    waiting: integer('等待', { required: true }),
    skipped: integer('未发送', { required: true }),
    cost: money('费用', { required: true }),
  },
})
