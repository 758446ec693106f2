import { action, bool, choice, entity, integer, json, list, ref, shape, text } from '#model'
import { CHANNELS, LEVELS, OUTSIDE, type OutsideChannel } from './message.ts'

/** Title and text of one channel in one language; missing parts fall back to the event's default. */
export interface Template {
  title?: string
  content: string
}
export type Templates = Partial<Record<'inApp' | OutsideChannel, Partial<Record<'zh-cn' | 'zh-tw' | 'en', Template>>>>

/** Events declared by modules, stored per school as the target of its rules. */
export const messageEventRow = entity(
  'message.messageEvent',
  '消息事件',
  {
    code: text('编码', { required: true, readonly: true, max: 100 }),
    name: text('名称', { required: true, readonly: true, max: 100 }),
    module: text('模块', { required: true, readonly: true, max: 40 }),
    level: choice('级别', LEVELS, { required: true, readonly: true }),
    variables: json<Record<string, string>>('变量', { readonly: true }),
    title: text('标题', { required: true, readonly: true, max: 200 }),
    content: text('内容', { required: true, readonly: true, max: 2000 }),
    defaultChannels: json<OutsideChannel[]>('默认渠道', { readonly: true }),
  },
  { title: 'name', scope: { everyone: 'kinds of messages, declared by the program' }, unique: [['code']], sort: ['code'], cached: true, verbs: ['list'] },
)
export const messageRule = entity(
  'message.messageRule',
  '消息发送配置',
  {
    eventCode: text('事件', { required: true, readonly: true, max: 100 }),
    channels: json<OutsideChannel[]>('渠道', { readonly: true }),
    isEnabled: bool('启用', { required: true, readonly: true, initial: true }),
    quietHours: bool('夜间不打扰', { required: true, readonly: true, initial: true }),
    mergeMinutes: integer('合并时间（分钟）', { readonly: true }),
    templates: json<Templates>('模板', { readonly: true }),
  },
  { title: 'eventCode', scope: { everyone: 'a setting of the school: which event goes over which channel' }, unique: [['eventCode']], cached: true, verbs: ['list'] },
)
export const messagePreference = entity(
  'message.messagePreference',
  '消息偏好',
  { userId: ref('user', '用户', { required: true }), eventCode: text('事件', { required: true, max: 100 }), offChannels: json<OutsideChannel[]>('不接收', { required: true }) },
  { title: 'eventCode', scope: { user: 'userId' }, unique: [['userId', 'eventCode']], verbs: [] },
)
const channels = list('渠道', choice('渠道', Object.fromEntries(OUTSIDE.map(c => [c, CHANNELS[c]])) as Record<(typeof OUTSIDE)[number], string>), { required: true, max: 5 })
const eventCode = text('事件', { required: true, max: 100 })
const unknownEvent = '没有消息事件“{code}”'
const templateRefusals = {
  unknownEvent,
  unknownVariable: '{channel}的模板用了没有的变量 {variable}；可用的有：{known}',
  templateForm: '{channel}的模板写法不对',
  empty: '{channel}的模板没有内容',
} as const

/** Events with the school's rules, for the matrix. */
export const ruleMatrix = action('message.messageRule.matrix', '消息发送配置', {
  method: 'GET',
  permission: 'message:messageRule:list',
  many: true,
  output: {
    eventCode,
    name: text('事件', { required: true, max: 100 }),
    moduleName: text('模块', { required: true, max: 60 }),
    level: choice('级别', LEVELS, { required: true }),
    variables: json<Record<string, string>>('变量', { required: true, untyped: 'variables of the event are the names of its values' }),
    title: text('标题', { required: true, max: 200 }),
    content: text('内容', { required: true, max: 2000 }),
    channels,
    isEnabled: bool('启用', { required: true }),
    quietHours: bool('夜间不打扰', { required: true }),
    mergeMinutes: integer('合并时间（分钟）', { required: true }),
    templates: json<Templates>('模板', { required: true, untyped: 'channels and languages are the names of its values' }),
    staysInside: bool('只在站内', { required: true }),
    version: integer('版本', { required: true }),
  },
})
/** Enabled channels, and whether they really send. */
export const channelStates = action('message.messageRule.channels', '渠道状态', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: {
    channel: choice('渠道', CHANNELS, { required: true }),
    mode: choice('状态', { on: '发送', log: '只记录', off: '未开通' }, { required: true }),
  },
})
export const saveRule = action('message.messageRule.save', '保存发送配置', {
  input: {
    eventCode,
    channels,
    isEnabled: bool('启用', { required: true }),
    quietHours: bool('夜间不打扰', { required: true }),
    mergeMinutes: integer('合并时间（分钟）', { required: true, min: 0, max: 1440 }),
    templates: json<Templates>('模板', { required: true, untyped: 'channels and languages are the names of its values' }),
    version: integer('版本', { required: true }),
  },
  output: { version: integer('版本', { required: true }) },
  refusals: { ...templateRefusals, stale: '这项配置刚刚被别人改过，请刷新后再保存', staysInside: '“{name}”只发站内消息，不能选站外渠道' },
})
const channel = choice('渠道', { inApp: '站内', sms: '短信', webPush: '推送', wecom: '企业微信', email: '邮件' }, { required: true })
const language = choice('语言', { 'zh-cn': '简体中文', 'zh-tw': '繁體中文', en: 'English' }, { required: true })
export const previewTemplate = action('message.messageRule.preview', '预览模板', {
  permission: 'message:messageRule:list',
  input: { eventCode, channel, language, title: text('标题', { max: 200 }), content: text('内容', { max: 2000, multiline: true }) },
  output: { title: text('标题', { required: true, max: 400 }), content: text('内容', { required: true, max: 4000 }), parts: integer('短信条数') },
  refusals: templateRefusals,
})
/** Sends the event with sample values to the caller only; the result is in the delivery log. */
export const testRule = action('message.messageRule.test', '发给我试试', {
  permission: 'message:messageRule:save',
  input: { eventCode, channel },
  output: { deliveryId: ref('messageDelivery', '发送记录', { required: true }) },
  refusals: { unknownEvent, noAddress: '你的账号没有{what}，收不到这个渠道的消息', staysInside: '“{name}”只发站内消息，不能选站外渠道' },
})
export const myPreferences = action('message.messagePreference.mine', '我的消息偏好', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: {
    eventCode,
    name: text('事件', { required: true, max: 100 }),
    moduleName: text('模块', { required: true, max: 60 }),
    channels: list(
      '渠道',
      shape('渠道', { channel: choice('渠道', CHANNELS, { required: true }), isOn: bool('接收', { required: true }), isFixed: bool('必收', { required: true }) }),
      { required: true },
    ),
  },
})
export const savePreference = action('message.messagePreference.save', '保存消息偏好', {
  output: 'none',
  access: 'signedIn',
  input: { eventCode, offChannels: list('不接收', choice('渠道', CHANNELS), { required: true, max: 5 }) },
  refusals: { unknownEvent, fixed: '“{name}”是{level}消息，不能关闭' },
})
