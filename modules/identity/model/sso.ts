import { action, bool, choice, datetime, entity, integer, json, list, messageEvent, ref, text } from '#model'

const PROTOCOLS = { cas: 'CAS', oauth2: 'OAuth2 / OIDC', jwt: 'JWT', wecom: '企业微信', scan: '扫码' } as const
export type Protocol = keyof typeof PROTOCOLS
const MATCH_BY = { accountNo: '学号或工号', userName: '用户名', mobile: '手机号', binding: '只按绑定' } as const
const SOURCE_REALMS = { admin: '管理域', welcome: '迎新域', exam: '考试域' } as const
const SOURCE_TERMINALS = { pc: '电脑', mobile: '手机', wecom: '企业微信内' } as const
/** Placeholder shown instead of a secret; sent back unchanged it keeps the stored secret. */
export const HIDDEN_SECRET = '******'

/** Settings specific to a protocol. */
export interface SourceExtra {
  /** OAuth2: requested scope. */
  scope?: string
  /** OIDC and JWT: expected issuer. */
  issuer?: string
  /** JWT: expected audience; the school's number when absent. */
  audience?: string
  /** JWT: the only accepted algorithm. */
  algorithm?: 'RS256' | 'ES256' | 'HS256'
  /** Tolerated clock skew in seconds. */
  clockSkew?: number
  /** OAuth2: the provider does not support PKCE. */
  noPkce?: boolean
  /** OAuth2: the client secret is sent as Basic authentication instead of in the form. */
  basicAuth?: boolean
  /** OAuth2: access tokens presented by the browser are verified at `userInfoUrl`. */
  takesAccessToken?: boolean
  /** WeCom. */
  corpId?: string
  agentId?: string
  /** WeCom: page with the QR code. */
  qrUrl?: string
}

/** An identity source: a single sign-on system of the school. */
export const identitySource = entity(
  'identity.identitySource',
  '认证源',
  {
    source: text('代码', { required: true, immutable: true, max: 32, format: 'code', search: true, sortable: true, help: '回调地址为 /oauth/callback/代码，建立后不能修改' }),
    name: text('名称', { required: true, max: 32, search: true, help: '登录页按钮上的文字' }),
    icon: text('图标', { max: 200, help: '公开图片的文件编号或网址；不填用协议的图标' }),
    sort: integer('顺序', { min: 0, max: 9999, sortable: true }),
    protocol: choice('协议', PROTOCOLS, { required: true, immutable: true }),
    clientId: text('客户端编号', { max: 128 }),
    clientSecret: text('密钥', { max: 512, encrypted: true, secret: true, sentTo: ['tokenUrl', 'userInfoUrl'], help: '只写不读；不修改时保留原值' }),
    secretShown: text('密钥', { computed: true, max: 6 }),
    authorizeUrl: text('授权地址', { max: 500 }),
    tokenUrl: text('换取令牌地址', { max: 500 }),
    userInfoUrl: text('用户信息地址', { max: 500 }),
    validateUrl: text('票据校验地址', { max: 500 }),
    logoutUrl: text('退出地址', { max: 500 }),
    jwksUrl: text('公钥地址 (JWKS)', { max: 500 }),
    subjectPath: text('账号所在字段', { max: 64, help: '外部账号在返回内容中的位置，例如 userid、data.accountNo' }),
    matchBy: choice('匹配方式', MATCH_BY, { required: true, initial: 'accountNo' }),
    realms: list('登录域', choice('登录域', SOURCE_REALMS), { max: 3 }),
    terminals: list('终端', choice('终端', SOURCE_TERMINALS), { max: 3 }),
    extra: json<SourceExtra>('其他设置'),
    isEnabled: bool('启用', { required: true, initial: false }),
    showOnLogin: bool('登录页显示', { required: true, initial: true }),
    /** Permissions common to everybody who configured this source since its last confirmation; null while no account exceeds them. More privileged accounts cannot sign in
     *  through it. */
    setBy: json<Readonly<Record<string, number>>>('设置人的权限', { readonly: true, secret: 'internal' }),
    isConfirmed: bool('已确认', { computed: true, help: '由权限较小的人设置后，权限更大的账号不能用它登录，直到有相应权限的人确认' }),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school; its secrets are write-only' },
    unique: [['source']],
    cached: true,
    sort: ['sort', 'source'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      notHttps: '“{label}”要用 https 网址；校内的 http 地址须先由运维人员加入服务器的 OUTBOUND_HOSTS',
      builtIn: '内置的认证源不能删除，可以停用',
      missing: '启用前请填写“{label}”',
      algorithm: 'JWT 的算法只能是 RS256、ES256 或 HS256',
      shortSecret: 'HS256 的密钥至少 {least} 个字符，太短会被猜出',
      extra: '其他设置里的“{key}”不对',
      boundStill: '还有 {count} 个账号绑定在这个认证源上，请先解除或改为停用',
    },
  },
)

/** Confirms a source's present configuration: accounts no more privileged than the confirming user can sign in through it again. */
export const confirmSource = action('identity.identitySource.confirm', '确认认证源', {
  permission: 'identity:identitySource:update',
  input: { id: ref('identitySource', '认证源', { required: true }), version: integer('版本', { required: true }) },
  output: { isConfirmed: bool('已确认', { required: true }) },
})
/** Binding between an external identity and an account. */
export const userBinding = entity(
  'identity.userBinding',
  '账号绑定',
  {
    userId: ref('user', '用户', { required: true, immutable: true }),
    source: text('认证源', { required: true, immutable: true, max: 32, sortable: true }),
    oauthId: text('外部账号', { required: true, immutable: true, max: 128, sensitivity: 'S1', mask: 'name' }),
    externalName: text('外部姓名', { max: 64 }),
    boundAt: datetime('绑定时间', { required: true, readonly: true, sortable: true }),
    boundBy: text('绑定方式', { max: 32, readonly: true }),
    accountNo: text('账号', { computed: true, max: 32 }),
    sourceName: text('认证源', { computed: true, max: 32 }),
  },
  {
    title: 'oauthId',
    scope: { user: 'userId' },
    unique: [
      ['source', 'oauthId'],
      ['userId', 'source'],
    ],
    sort: ['-boundAt'],
    verbs: ['list', 'export'],
  },
)

/** An administrator removes a binding on behalf of a user. */
export const unbindUser = action('identity.userBinding.unbind', '解除绑定', {
  inScope: true,
  output: 'none',
  input: { id: ref('userBinding', '绑定', { required: true }), reason: text('原因', { required: true, max: 200 }) },
})
export const bindingChanged = messageEvent({
  code: 'identity.bindingChanged',
  name: '账号绑定变化',
  level: 'important',
  variables: { source: '认证源', change: '绑定或解除绑定' },
  title: '你的账号{change}了{source}',
  content: '你的账号刚刚{change}了{source}。如果不是你本人操作，请马上修改密码并联系管理员。',
})
