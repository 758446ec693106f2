/** One refused value or rule of a refusal. */
export interface FieldRefusal {
  field?: string
  row?: number
  rule: string
  msg: string
  values?: Record<string, unknown>
}
/** Refusal by the server (HTTP 400 with a body code, or 429), to be shown in place. */
export class ApiRefusal extends Error {
  readonly code: number
  readonly errors: readonly FieldRefusal[]
  /** Current row with 409, `need` with 428, `retryAfter` with 429 … */
  readonly data: unknown
  readonly traceId: string | undefined
  /** Flat fields of a token response: `needCaptcha`, `mfaTicket` … */
  readonly body: Readonly<Record<string, unknown>>
  constructor(code: number, msg: string, body: Record<string, unknown> = {}) {
    super(msg)
    this.name = 'ApiRefusal'
    this.code = code
    this.errors = Array.isArray(body.errors) ? (body.errors as FieldRefusal[]) : []
    this.data = body.data ?? null
    this.traceId = typeof body.traceId === 'string' ? body.traceId : undefined
    this.body = body
  }
}
/** Transport or server error; the client has already notified the user. */
export class ApiFailure extends Error {
  readonly kind: 'timeout' | 'network' | 'server'
  readonly status: number
  readonly traceId: string | undefined
  constructor(kind: 'timeout' | 'network' | 'server', message: string, status = 0, traceId?: string) {
    super(message)
    this.name = 'ApiFailure'
    this.kind = kind
    this.status = status
    this.traceId = traceId
  }
}
/** The session has ended and the client is redirecting; show nothing. */
export class SessionOver extends Error {
  override readonly name = 'SessionOver'
}
export const isRefusal = (error: unknown): error is ApiRefusal => error instanceof ApiRefusal
/** Message to show for any failed call. */
export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
