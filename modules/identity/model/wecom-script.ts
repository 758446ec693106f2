import { action, bool, datetime, entity, integer, ref, text } from '#model'

/** The ticket of WeCom's script interface for one source, shared by all processes. */
export const wecomTicket = entity(
  'identity.wecomTicket',
  '企业微信票据',
  {
    sourceId: ref('identitySource', '认证源', { required: true, readonly: true }),
    /** Version of the source's settings it was got with. */
    sourceVersion: integer('认证源版本', { required: true, readonly: true }),
    ticket: text('票据', { readonly: true, max: 512, secret: true, encrypted: true, sentTo: [] }),
    validUntil: datetime('有效期至', { readonly: true }),
    /** Until then one process is asking for it or, after a failure, nobody asks again. */
    askedUntil: datetime('请求期至', { required: true, readonly: true }),
    isFailing: bool('请求失败', { required: true, readonly: true, initial: false }),
  },
  { title: 'sourceId', scope: {}, unique: [['sourceId']], verbs: [] },
)
/** Lets a page of ours use WeCom's script interface (its scanner). */
export const signScript = action('identity.wecomTicket.sign', '企业微信接口签名', {
  access: 'signedIn',
  isWhole: false,
  isUnrecorded: true,
  input: { url: text('网址', { required: true, max: 2000 }) },
  output: {
    appId: text('企业编号', { required: true, max: 64 }),
    timestamp: integer('时间', { required: true }),
    nonceStr: text('随机串', { required: true, max: 32 }),
    signature: text('签名', { required: true, max: 40 }),
  },
  refusals: {
    foreign: '“{host}”不是本平台的网址，不能签名',
    none: '学校没有开通企业微信登录',
    failing: '企业微信没有应答，请用相机或输入代替',
  },
})
