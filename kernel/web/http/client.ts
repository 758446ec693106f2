import { leave } from '#web/credentials/leave.ts'
import { accessToken } from '#web/credentials/token.ts'
import { language, t } from '#web/i18n/index.ts'
import { ApiFailure, ApiRefusal, SessionOver } from './failure.ts'
import { raiseNeed } from './need.ts'
import { notify } from './notices.ts'
import { type Query, queryString } from './query.ts'
import { withRetryAfter } from './retry-after.ts'
import { signature } from './sign.ts'

export const CALL_LIMIT = 60_000
/** Timeout in milliseconds of a file transfer and of a slow action. */
export const TRANSFER_LIMIT = 600_000
/** Client id, not a secret: it ships in every browser. */
const CLIENT = `Basic ${btoa('qinglan-web:qinglan-web')}`

export interface CallOptions {
  query?: Query
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Idempotency key: a repeated call with it gets the first one's result. Generated when absent. */
  idempotencyKey?: string
  /** May take minutes. */
  isSlow?: boolean
  /** The page shows failures itself. */
  quiet?: boolean
}
interface Call extends CallOptions {
  method: 'GET' | 'POST'
  body?: unknown
  /** Binary response. */
  blob?: boolean
}
/** Milliseconds the server's clock is ahead of this one; learnt when it refuses the timestamp of a signature. */
let clockOffset = 0

/** `base/sysUser/getUserInfo` → `/api/flySource-base/sysUser/getUserInfo`; an address with a leading slash stays. */
export const apiPath = (path: string): string => (path.startsWith('/') ? path : `/api/flySource-${path}`)
/** Random idempotency key. `crypto.randomUUID` is unavailable on plain http, which some schools use. */
export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')

/** Headers the wire contract requires for a call. */
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

/** One call according to the contract; returns what `read` makes of a successful response. The timeout covers reading the body. */
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
  const limit = limited(options.isSlow || options.body instanceof FormData ? TRANSFER_LIMIT : CALL_LIMIT, options.signal)
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
/** Aborts a call after `ms` or when `given` aborts. (`AbortSignal.any` is younger than the browsers we support.) */
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
/** Maps a transport error to a failure; an abort by the page is passed through. */
export function transportFailure(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return error
  const name = error instanceof Error ? error.name : ''
  return name === 'TimeoutError' || name === 'AbortError' ? new ApiFailure('timeout', t('网络超时')) : new ApiFailure('network', t('网络连接错误'))
}

/** Maps a non-2xx response to the error of the customer's catalogue. */
export function responseFailure(status: number, text: string): Error {
  const body = parse(text)
  const code = Number(body?.code ?? body?.error_code ?? status)
  // a flat token response with `error_code` 401 only refuses a refresh; the session ends on status 401 or `code` 401
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
  // Show a reason only if there was a session: replaced by another sign-in, ended by an administrator, expired.
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

/** Unwraps `data` of the envelope; a code other than 200 is a refusal, 401 ends the session. */
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
/** GET; returns `data`. Path as in `base/stuClass/list`. */
export const get = <T>(path: string, query?: Query, options: CallOptions = {}): Promise<T> => data<T>(path, { ...options, method: 'GET', ...(query ? { query } : {}) })
/** POST of JSON with an idempotency key; returns `data`. */
export const post = <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
  data<T>(path, { ...options, method: 'POST', ...(body === undefined ? {} : { body }) })
/** POST of a multipart form: lists are joined by commas (`ids`). */
export const postForm = <T>(path: string, fields: Readonly<Record<string, string | number | Blob | readonly string[]>>, options: CallOptions = {}): Promise<T> =>
  data<T>(path, { ...options, method: 'POST', body: formOf(fields) })

export function formOf(fields: Readonly<Record<string, string | number | Blob | readonly string[]>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof Blob ? value : Array.isArray(value) ? value.join(',') : String(value))
  return form
}
/** Call whose response has no envelope (token endpoint). Fields travel in the body, to keep them out of access logs. */
export async function flat(path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> {
  const text = await call(path, { method: 'POST', body: new URLSearchParams(fields), headers, quiet: true }, response => response.text())
  return parse(text) ?? {}
}
