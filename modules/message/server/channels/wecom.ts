import { LRUCache } from 'lru-cache'
import { callOut } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import type { Settings } from '../settings.ts'
import { parsed } from '../vendors/vendor.ts'
import { type Carry, NotSent } from './channel.ts'

interface Token {
  value: string
  until: number
}
/** Access tokens are valid for two hours and rate-limited by WeCom, which returns the same token to every process. Those of earlier settings fall out. */
const tokens = new LRUCache<string, Token>({ max: 200 })
const EXPIRED = new Set([40014, 42001, 41001])
const NO_SUCH_USER = new Set([60111, 81013, 46004])
const EARLY_MS = 300_000

const keyOf = (db: Db, s: Settings): string => [db.me.tenantId, s.wecomAddress, s.wecomCorpId, s.wecomAgentId, s.wecomSecret].join(' ')
async function call(s: Settings, path: string, query: Record<string, string>, body?: object): Promise<Record<string, unknown>> {
  const url = new URL(path, s.wecomAddress ?? '')
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const json = body && JSON.stringify(body)
  const answer = await callOut(url.href, json ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: json } : {})
  return parsed(answer.body)
}
async function tokenOf(db: Db, s: Settings): Promise<string> {
  const key = keyOf(db, s)
  const known = tokens.get(key)
  if (known && known.until > Date.now()) return known.value
  const said = await call(s, '/cgi-bin/gettoken', { corpid: s.wecomCorpId ?? '', corpsecret: s.wecomSecret ?? '' })
  if (said.errcode !== 0) throw new Error(`企业微信：${String(said.errcode)} ${String(said.errmsg)}`)
  const value = String(said.access_token)
  tokens.set(key, { value, until: Date.now() + Number(said.expires_in) * 1000 - EARLY_MS })
  return value
}
/** Sends by the school's application in WeCom; user ids are account numbers. */
export const wecom: Carry = async (db, { to, title, content, address }, settings) => {
  if (!settings.wecomCorpId || !settings.wecomSecret || !settings.wecomAgentId) throw new NotSent('没有设置企业微信应用')
  const card = address
    ? { msgtype: 'textcard', textcard: { title: title.slice(0, 120), description: content.slice(0, 500), url: address, btntxt: '详情' } }
    : { msgtype: 'text', text: { content: `${title}\n${content}`.slice(0, 2000) } }
  const body = { touser: to.accountNo, agentid: Number(settings.wecomAgentId), ...card, enable_duplicate_check: 1, duplicate_check_interval: 1800 }
  let said = await call(settings, '/cgi-bin/message/send', { access_token: await tokenOf(db, settings) }, body)
  if (EXPIRED.has(Number(said.errcode))) {
    tokens.delete(keyOf(db, settings))
    said = await call(settings, '/cgi-bin/message/send', { access_token: await tokenOf(db, settings) }, body)
  }
  if (NO_SUCH_USER.has(Number(said.errcode)) || (said.errcode === 0 && said.invaliduser)) throw new NotSent(`企业微信里没有成员 ${to.accountNo}`)
  if (said.errcode !== 0) throw new Error(`企业微信：${String(said.errcode)} ${String(said.errmsg)}`)
  return { state: 'sent', providerId: String(said.msgid ?? '').slice(0, 100) || null, cost: null }
}
