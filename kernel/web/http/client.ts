import { language, t } from '#web/i18n/index.ts'
import { leave } from '#web/session/leave.ts'
import { accessToken } from '#web/session/token.ts'
import { ApiFailure, ApiRefusal, SessionOver } from './failure.ts'
import { raiseNeed } from './need.ts'
import { notify } from './notices.ts'
import { type Query, queryString } from './query.ts'
import { withRetryAfter } from './retry-after.ts'
import { signature } from './sign.ts'

export const CALL_LIMIT = 60_000
/** Milliseconds for a file on its way, up or down. */
export const TRANSFER_LIMIT = 600_000
/** Names the program, proves nothing: it ships inside every browser. */
const CLIENT = `Basic ${btoa('qinglan-web:qinglan-web')}`

export interface CallOptions {
  query?: Query
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Same key for a repeated click, so that the server answers the first one's result. Made anew when absent. */
  idempotencyKey?: string
  /** The page itself speaks of failures. */
  quiet?: boolean
}
interface Call extends CallOptions {
  method: 'GET' | 'POST'
  body?: unknown
  /** The answer is a file. */
  blob?: boolean
}
/** Milliseconds the server's clock is ahead of ours; learnt when it refuses a signature for its time. */
let clockOffset = 0

/** `base/sysUser/getUserInfo` → `/api/flySource-base/sysUser/getUserInfo`; an address with a leading slash stays. */
export const apiPath = (path: string): string => (path.startsWith('/') ? path : `/api/flySource-${path}`)
/** Random key of one intent. `crypto.randomUUID` does not exist on plain http, where schools do run this. */
export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')

/** Headers of the wire contract for one call. */
export function callHeaders(path: string, write: boolean, options: CallOptions = {}): Record<string, string> {
  const token = accessToken()
  return {
    Accept: 'application/json',
    'Accept-Language': language(),
    Authorization: CLIENT,
    ...(token ? { 'FlySource-Auth': `bearer ${token}`, 'FlySource-sign': signature(path, token, Date.now() + clockOffset) } : {}),
    ...(write ? { 'Idempotency-Key': options.idempotencyKey ?? newKey() } : {}),
    ...options.headers,
  }
}

/** One call with everything the contract asks for; answers what `read` makes of a response that succeeded. Its limit holds until the body is read. */
export async function call<T>(path: string, options: Call, read: (response: Response) => Promise<T>): Promise<T> {
  const address = apiPath(path)
  const send = () => withRetryAfter(() => fetchOnce(address, options, read), options.signal)
  try {
    return await send().catch(error => (correctsClock(error) ? send() : Promise.reject(error)))
  } catch (error) {
    if (error instanceof ApiFailure && !options.quiet) notify.error(error.message)
    throw error
  }
}
async function fetchOnce<T>(address: string, options: Call, read: (response: Response) => Promise<T>): Promise<T> {
  const encoded = options.body instanceof FormData || options.body instanceof URLSearchParams
  const limit = limited(options.body instanceof FormData ? TRANSFER_LIMIT : CALL_LIMIT, options.signal)
  const headers = callHeaders(address, options.method === 'POST', options)
  if (options.body !== undefined && !encoded) headers['Content-Type'] = 'application/json'
  const body = options.body === undefined ? undefined : encoded ? (options.body as BodyInit) : JSON.stringify(options.body)
  try {
    const response = await fetch(address + queryString(options.query), {
      method: options.method,
      headers,
      signal: limit.signal,
      ...(body === undefined ? {} : { body }),
    })
    if (options.blob) limit.renew(TRANSFER_LIMIT)
    return await (response.ok ? read(response) : response.text().then(text => Promise.reject(responseFailure(response.status, text))))
  } catch (error) {
    throw error instanceof TypeError || error instanceof DOMException ? transportFailure(error, options.signal) : error
  } finally {
    limit.done()
  }
}
/** Ends a call after `ms` or when the page gives it up. (`AbortSignal.any` is younger than the browsers we support.) */
function limited(ms: number, given: AbortSignal | undefined): { signal: AbortSignal; renew(ms: number): void; done(): void } {
  const controller = new AbortController()
  const stop = () => controller.abort()
  let timer = setTimeout(stop, ms)
  given?.addEventListener('abort', stop)
  if (given?.aborted) stop()
  const done = () => {
    clearTimeout(timer)
    given?.removeEventListener('abort', stop)
  }
  const renew = (more: number) => {
    clearTimeout(timer)
    timer = setTimeout(stop, more)
  }
  return { signal: controller.signal, renew, done }
}
/** Why nothing came back. A call that the page itself gave up stays what it is. */
export function transportFailure(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return error
  const name = error instanceof Error ? error.name : ''
  return name === 'TimeoutError' || name === 'AbortError' ? new ApiFailure('timeout', t('网络超时')) : new ApiFailure('network', t('网络连接错误'))
}

/** Maps an answer that is not 2xx to what the customer's catalogue says about it. */
export function responseFailure(status: number, text: string): Error {
  const body = parse(text)
  const code = Number(body?.code ?? body?.error_code ?? status)
  // a flat token answer with `error_code` 401 refuses a refresh; only its own code or status ends the session
  if (status === 401 || Number(body?.code) === 401) return sessionOver(body?.msg)
  if ((status === 400 || status === 429) && body) return refusalOf(code, body)
  return new ApiFailure('server', t('服务器错误，错误代码：{{status}}', { status }), status, typeof body?.traceId === 'string' ? body.traceId : undefined)
}
export function refusalOf(code: number, body: Record<string, unknown>): ApiRefusal {
  const refusal = new ApiRefusal(code, String(body.msg || body.error_description || t('请求没有被接受')), body)
  if (code === 428) raiseNeed(refusal.data)
  return refusal
}
function sessionOver(why: unknown): SessionOver {
  // Said only to somebody who was signed in: replaced elsewhere, ended by an administrator, expired.
  const told = accessToken() && typeof why === 'string' ? why : undefined
  leave({ wanted: location.pathname + location.search, why: told })
  return new SessionOver()
}
function correctsClock(error: unknown): boolean {
  if (!(error instanceof ApiRefusal) || error.code !== 400) return false
  const serverTime = (error.data as { serverTime?: unknown } | null)?.serverTime
  const at = typeof serverTime === 'number' ? serverTime : Date.parse(String(serverTime ?? ''))
  if (!Number.isFinite(at)) return false
  clockOffset = at - Date.now()
  return true
}
export function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** `data` of an envelope; a body code other than 200 refuses, 401 ends the session. */
export function unwrap<T>(body: Record<string, unknown>): T {
  const code = Number(body.code ?? 200)
  if (code === 401) throw sessionOver(body.msg)
  if (code !== 200 || body.success === false) throw refusalOf(code, body)
  return body.data as T
}
async function data<T>(path: string, options: Call): Promise<T> {
  const { status, text } = await call(path, options, async response => ({ status: response.status, text: await response.text() }))
  const body = parse(text)
  if (!body) throw new ApiFailure('server', t('服务器错误，错误代码：{{status}}', { status }), status)
  return unwrap<T>(body)
}
/** Reads; answers `data`. Path as in `base/stuClass/list`. */
export const get = <T>(path: string, query?: Query, options: CallOptions = {}): Promise<T> => data<T>(path, { ...options, method: 'GET', ...(query ? { query } : {}) })
/** Writes JSON; answers `data`. Carries an idempotency key. */
export const post = <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
  data<T>(path, { ...options, method: 'POST', ...(body === undefined ? {} : { body }) })
/** Writes a multipart form: lists are joined by commas (`ids`). */
export const postForm = <T>(path: string, fields: Readonly<Record<string, string | number | Blob | readonly string[]>>, options: CallOptions = {}): Promise<T> =>
  data<T>(path, { ...options, method: 'POST', body: formOf(fields) })

export function formOf(fields: Readonly<Record<string, string | number | Blob | readonly string[]>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof Blob ? value : Array.isArray(value) ? value.join(',') : String(value))
  return form
}
/** A call whose answer is no envelope (the token answers). Fields travel in the body, so that no log line holds them. */
export async function flat(path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> {
  const text = await call(path, { method: 'POST', body: new URLSearchParams(fields), headers, quiet: true }, response => response.text())
  return parse(text) ?? {}
}
