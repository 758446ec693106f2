/** One refused value or rule, as the server names it. */
export interface FieldRefusal {
  field?: string
  row?: number
  rule: string
  msg: string
  values?: Record<string, unknown>
}
/** The server refused (HTTP 400 with a body code, or 429): the page shows it where it belongs. */
export class ApiRefusal extends Error {
  readonly code: number
  readonly errors: readonly FieldRefusal[]
  /** Current state with 409, `need` with 428, `retryAfter` with 429 … */
  readonly data: unknown
  readonly traceId: string | undefined
  /** Flat fields of a token answer: `needCaptcha`, `mfaTicket` … */
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
/** The call did not get through or the server broke; the person has been told already. */
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
/** The session is over; the page is about to be left, nothing is shown. */
export class SessionOver extends Error {
  override readonly name = 'SessionOver'
}
export const isRefusal = (error: unknown): error is ApiRefusal => error instanceof ApiRefusal
/** Sentence to show for any failure of a call. */
export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
