import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How fast a body has to come in: at least so many bytes in each stretch. */
export interface Pace {
  everyMs: number
  leastBytes: number
}
/** One kilobyte a second: the slowest telephone is faster, and a form comes within one stretch. */
export const PACE: Pace = { everyMs: 10_000, leastBytes: 10_240 }

/** Ends connections whose body comes in slower than `pace`, so that nobody holds a request open by a byte now and then. Only counted while the program is reading: a store that is slow
 *  to take an upload is not the sender's fault. Uploads may take as long as they keep the pace, up to the time limit of a request. */
export function paceBodies(app: FastifyInstance, { everyMs, leastBytes }: Pace): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch()
    done()
    function watch(): void {
      const { raw } = request
      let before = raw.socket.bytesRead
      const timer = setInterval(() => {
        if (raw.complete || raw.socket.destroyed) return clearInterval(timer)
        const isSlow = raw.readableFlowing === true && raw.socket.bytesRead - before < leastBytes
        before = raw.socket.bytesRead
        if (isSlow) raw.socket.destroy()
      }, everyMs)
      timer.unref()
      raw.once('close', () => clearInterval(timer))
      reply.raw.once('close', () => clearInterval(timer))
    }
  })
}
const hasBody = ({ headers, raw }: FastifyRequest): boolean => !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
