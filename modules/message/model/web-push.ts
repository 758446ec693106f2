import { action, bool, choice, datetime, entity, ref, text } from '#model'

/** A browser that shows messages while the program is closed. It belongs to the session in which it was switched on and ends with it. */
export const webPush = entity(
  'message.webPush',
  '推送设备',
  {
    userId: ref('user', '用户', { required: true, readonly: true }),
    sessionId: text('会话', { required: true, readonly: true, max: 36, format: 'uuid', secret: 'internal' }),
    endpoint: text('推送地址', { required: true, readonly: true, max: 1000, secret: true, encrypted: true, sentTo: [] }),
    /** `PushKeys` as JSON. */
    keys: text('密钥', { required: true, readonly: true, max: 400, secret: true, encrypted: true, sentTo: ['endpoint'] }),
    /** When this browser last opened the program. */
    seenAt: datetime('最近使用', { required: true, readonly: true }),
    lastOkAt: datetime('最近送达', { readonly: true }),
  },
  { title: 'userId', scope: { user: 'userId' }, unique: [['endpoint']], verbs: [] },
)
/** Keys of a subscription: an uncompressed point of P-256, and 16 random bytes. */
export interface PushKeys {
  p256dh: string
  auth: string
}
const endpoint = text('推送地址', { required: true, max: 1000 })
/** Whether the school pushes, and the public key a browser subscribes with. */
export const pushStanding = action('message.webPush.standing', '推送状态', {
  method: 'GET',
  access: 'signedIn',
  output: { mode: choice('状态', { on: '发送', log: '只记录', off: '未开通' }, { required: true }), key: text('公钥', { required: true, max: 100 }) },
})
export const subscribePush = action('message.webPush.subscribe', '开启推送', {
  access: 'signedIn',
  output: 'none',
  isWhole: false,
  isUnrecorded: true,
  input: { endpoint, p256dh: text('公钥', { required: true, max: 100 }), auth: text('密钥', { required: true, max: 40 }) },
  refusals: {
    off: '学校没有开通推送',
    endpoint: '浏览器给出的推送地址“{host}”不能使用，请换一个浏览器',
    keys: '浏览器给出的推送密钥不对，请关闭后再开启一次',
    taken: '这个推送地址已由另一台设备使用，请关闭后再开启一次',
  },
})
/** A browser that is subscribed opens the program: it goes on in this session, unless it is subscribed for somebody else. */
export const keepPush = action('message.webPush.keep', '保持推送', {
  access: 'signedIn',
  isUnrecorded: true,
  input: { endpoint },
  output: { isMine: bool('本人的设备', { required: true }) },
})
export const unsubscribePush = action('message.webPush.unsubscribe', '关闭推送', { access: 'signedIn', output: 'none', isUnrecorded: true, input: { endpoint } })
