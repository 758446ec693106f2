import { LRUCache } from 'lru-cache'
import { askJson, valueAt, withQuery } from './sso-call.ts'
import { type DoorSettings, doorRefusal, type External, extraOf, type KeyedSource, type SourceRow } from './sso-settings.ts'

/** WeCom's default addresses. */
const IN_APP = 'https://open.weixin.qq.com/connect/oauth2/authorize'
const QR = 'https://login.work.weixin.qq.com/wwlogin/sso/login'
const TOKEN = 'https://qyapi.weixin.qq.com/cgi-bin/gettoken'
const USER = 'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo'
/** The application's access token is invalid or expired. */
const STALE_TOKEN = [40014, 41001, 42001]
/** The token is renewed this long before it expires. */
const EARLY_MS = 300_000

/** Inside WeCom: silent web authorization; elsewhere the page with a QR code. */
export function wecomUrl(source: SourceRow, state: string, redirectUri: string, isInApp: boolean): string {
  const { corpId = '', agentId = '', qrUrl } = extraOf(source)
  if (!isInApp) return withQuery(qrUrl || QR, { login_type: 'CorpApp', appid: corpId, agentid: agentId, redirect_uri: redirectUri, state })
  const query = { appid: corpId, redirect_uri: redirectUri, response_type: 'code', scope: 'snsapi_base', state, agentid: agentId }
  return withQuery(source.authorizeUrl || IN_APP, query, 'wechat_redirect')
}
/** Tokens of earlier versions of a source fall out. */
const tokens = new LRUCache<string, { token: string; until: number }>({ max: 200 })

/** Resolves a code. A member has a `userid`; an external contact has none and needs a binding. */
export async function redeemWecom(source: KeyedSource, settings: DoorSettings, code: string): Promise<External> {
  if (!/^[\w-]{1,512}$/.test(code)) throw refused(source)
  let answer = await userOf(source, code, await appToken(source))
  if (STALE_TOKEN.includes(Number(answer.errcode))) {
    tokens.delete(keyOf(source))
    answer = await userOf(source, code, await appToken(source))
  }
  if (Number(answer.errcode ?? 0) !== 0) throw refused(source)
  const { user_ticket: _ticket, ...raw } = answer
  const member = valueAt(answer, 'userid') ?? valueAt(answer, 'UserId')
  if (member) return { id: member, name: null, raw }
  const outsider = valueAt(answer, 'external_userid') ?? valueAt(answer, 'openid') ?? valueAt(answer, 'OpenId')
  if (!outsider) throw refused(source)
  if (!settings.allowExternal) throw doorRefusal(403, 'external', '你不是学校企业微信的成员，不能用企业微信登录')
  return { id: outsider, name: null, raw, onlyBound: true }
}
const refused = (source: SourceRow) => doorRefusal(400, 'code', '“{name}”的登录码无效或已使用，请重新登录', { name: source.name })
const userOf = (source: SourceRow, code: string, token: string): Promise<Record<string, unknown>> =>
  askJson(source, withQuery(source.userInfoUrl || USER, { access_token: token, code }))
const keyOf = (source: SourceRow): string => `${source.id} ${source.version}`

/** The ticket of the script interface, from beside the token. */
export async function scriptTicket(source: KeyedSource): Promise<{ ticket: string; seconds: number }> {
  const url = new URL('get_jsapi_ticket', source.tokenUrl || TOKEN).href
  const ask = async () => askJson(source, withQuery(url, { access_token: await appToken(source) }))
  let answer = await ask()
  if (STALE_TOKEN.includes(Number(answer.errcode))) {
    tokens.delete(keyOf(source))
    answer = await ask()
  }
  const ticket = typeof answer.ticket === 'string' ? answer.ticket : ''
  if (Number(answer.errcode ?? 0) !== 0 || !ticket) throw doorRefusal(422, 'wecomTicket', '企业微信没有给出接口票据')
  return { ticket, seconds: typeof answer.expires_in === 'number' ? answer.expires_in : 0 }
}
async function appToken(source: KeyedSource): Promise<string> {
  const known = tokens.get(keyOf(source))
  if (known && known.until > Date.now()) return known.token
  const answer = await askJson(source, withQuery(source.tokenUrl || TOKEN, { corpid: extraOf(source).corpId ?? '', corpsecret: source.clientSecret ?? '' }))
  const token = typeof answer.access_token === 'string' ? answer.access_token : ''
  if (Number(answer.errcode ?? 0) !== 0 || !token) throw doorRefusal(422, 'wecomSecret', '企业微信不接受这个应用的密钥，请管理员检查企业编号和密钥')
  const seconds = typeof answer.expires_in === 'number' ? answer.expires_in : 0
  tokens.set(keyOf(source), { token, until: Date.now() + Math.max(0, seconds * 1000 - EARLY_MS) })
  return token
}
