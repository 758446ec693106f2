import { accessToken } from '#web/credentials/token.ts'
import { ApiFailure, ApiRefusal, post, SessionOver } from '#web/http/index.ts'
import { port } from '#web/http/ports.ts'

const MOST_A_PAGE = 20
const known = new Set<string>()

/** Reports a client-side error to the server, once each; refusals and lost connections are not errors. */
export function reportFault(error: unknown): void {
  if (!(error instanceof Error) || error instanceof ApiRefusal || error instanceof ApiFailure || error instanceof SessionOver || !accessToken() || known.size >= MOST_A_PAGE) return
  const message = (error.message || error.name).slice(0, 1000)
  if (known.has(message)) return
  known.add(message)
  const fault = { message, stack: error.stack?.slice(0, 8000) ?? null, path: location.pathname.slice(0, 300) }
  post(port('reportError'), fault, { quiet: true }).catch(() => undefined)
}
/** Reports errors that no error boundary caught. */
export function watchFaults(): void {
  addEventListener('error', event => reportFault(event.error))
  addEventListener('unhandledrejection', event => reportFault(event.reason))
}
