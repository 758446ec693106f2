import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Minimum transfer rate of a body: `leastBytes` in each interval. */
export interface Pace {
  everyMs: number
  leastBytes: number
}
/** 1 kB/s: slower than any mobile connection; a form arrives within one interval. */
export const PACE: Pace = { everyMs: 10_000, leastBytes: 10_240 }

/** Closes connections whose body arrives slower than `pace`, against slow-request attacks. Measured only while the program is reading: backpressure from slow storage is not the
 *  sender's fault. Uploads may take as long as they keep the pace, up to the request timeout. */
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
