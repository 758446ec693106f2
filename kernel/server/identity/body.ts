import type { FastifyRequest } from 'fastify'
import { Refusal } from '#model'

const MD5 = /^[0-9a-f]{32}$/i
export interface Me {
  tenantId: string
  userId: string
  sessionId: string
}
/** The signed-in caller. */
export function caller(request: FastifyRequest): Me {
  const { tenantId, userId, sessionId } = request.caller?.principal ?? {}
  if (!tenantId || !userId || !sessionId) throw new Refusal(401, [])
  return { tenantId, userId, sessionId }
}
/** Text properties of a body; all of `keys` are required. Not trimmed, because spaces are part of a password. */
export function texts<K extends string, O extends string = never>(body: unknown, keys: readonly K[], optional: readonly O[] = []): Record<K, string> & Partial<Record<O, string>> {
  const given = (body && typeof body === 'object' && !Array.isArray(body) ? body : {}) as Record<string, unknown>
  const unknown = Object.keys(given).find(key => ![...keys, ...optional].some(k => k === key))
  if (unknown !== undefined) throw new Refusal(400, [{ field: unknown.slice(0, 60), rule: 'value.unknown', text: '没有“{key}”这一项', values: { key: unknown.slice(0, 60) } }])
  const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 1000
  const missing = keys.find(key => !isText(given[key]) || given[key] === '')
  if (missing) throw new Refusal(400, [{ field: missing, rule: 'value.required', text: '请填写{label}', values: { label: missing } }])
  const wrong = optional.find(key => given[key] !== undefined && given[key] !== null && !isText(given[key]))
  if (wrong) throw new Refusal(400, [{ field: wrong, rule: 'value.type', text: '{label}的值类型不对：{value}', values: { label: wrong, value: typeof given[wrong] } }])
  return Object.fromEntries([...keys, ...optional].flatMap(key => (given[key] ? [[key, given[key]]] : []))) as Record<K, string> & Partial<Record<O, string>>
}
/** Validates a password in wire format (md5). */
export function md5Of(field: string, value: string): string {
  if (!MD5.test(value)) throw new Refusal(400, [{ field, rule: 'identity.token.passwordForm', text: '密码应是 32 位十六进制的 MD5' }])
  return value.toLowerCase()
}
