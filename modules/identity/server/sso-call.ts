import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#model'
import { isObject } from '#model/objects.ts'
import { callOut, type OutboundAnswer, type OutboundRequest } from '#server/base/outbound.ts'
import { doorRefusal, type SourceRow } from './sso-settings.ts'

const MOST_BYTES = 262_144
const KEYS_MS = 600_000
/** Minimum interval between JWKS refreshes for an unknown key, so that forged tokens cannot trigger a fetch each. */
const AGAIN_MS = 30_000

/** Calls a source's server. Any failure is reported as the source's, without details. */
export async function askSource(source: SourceRow, url: string, request: OutboundRequest = {}): Promise<OutboundAnswer> {
  try {
    return await callOut(url, { ...request, mostBytes: MOST_BYTES })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw doorRefusal(422, 'unreachable', '“{name}”没有应答，请稍后再试，或换一种方式登录', { name: source.name })
  }
}
export const bodyJson = (answer: OutboundAnswer): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
/** Calls a source and parses the response as a JSON object. */
export async function askJson(source: SourceRow, url: string, request: OutboundRequest = {}): Promise<Record<string, unknown>> {
  const answer = await askSource(source, url, { ...request, headers: { accept: 'application/json', ...request.headers } })
  const body = bodyJson(answer)
  if (answer.status === 200 && body) return body
  throw doorRefusal(400, 'refused', '“{name}”没有确认这次登录，请重新登录', { name: source.name })
}
/** Reads a value from a response by its path, `data.accountNo`. */
export function valueAt(answer: unknown, path: string): string | undefined {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined), answer)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text && text.length <= 128 ? text : undefined
}
/** The URL with these query parameters set. */
export function withQuery(address: string, query: Readonly<Record<string, string>>, hash = ''): string {
  const url = new URL(address)
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  if (hash) url.hash = hash
  return url.href
}
/** Several sources per school; an address that was changed falls out. */
const kept = new LRUCache<string, { keys: JWTVerifyGetKey; at: number }>({ max: 200 })

/** Key set (JWKS) at `jwksUrl`; refetched when a token names an unknown key. */
export function keysOf(source: SourceRow): JWTVerifyGetKey {
  const url = source.jwksUrl ?? ''
  const fetched = async (): Promise<JWTVerifyGetKey> => {
    const keys = createLocalJWKSet((await askJson(source, url)) as unknown as JSONWebKeySet)
    kept.set(url, { keys, at: Date.now() })
    return keys
  }
  return async (header, token) => {
    const known = kept.get(url)
    const keys = known && known.at > Date.now() - KEYS_MS ? known.keys : await fetched()
    try {
      return await keys(header, token)
    } catch (error) {
      const at = kept.get(url)?.at ?? 0
      if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY' || at > Date.now() - AGAIN_MS) throw error
      return (await fetched())(header, token)
    }
  }
}
