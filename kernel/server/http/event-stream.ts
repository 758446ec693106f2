import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Send buffer limit: a client that does not read is disconnected; it reconnects and reloads its state. */
const MOST_WAITING_BYTES = 65_536

/** Starts a response of server-sent events; the caller ends it. */
export function eventStream(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const out = reply.raw
  // x-accel-buffering: a buffering proxy would hold events back
  out.writeHead(200, { ...plain(reply.getHeaders()), 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return out
}
/** One event; `data` is JSON. */
export function sendEvent(out: ServerResponse, event: string, data: string, mostWaiting = MOST_WAITING_BYTES): void {
  if (out.writableLength > mostWaiting) out.destroy()
  else out.write(`event: ${event}\ndata: ${data}\n\n`)
}
/** Heartbeat: keeps proxies and clients from closing an idle connection. */
export function beatOf(out: ServerResponse): void {
  if (!out.writableNeedDrain) out.write(': \n\n')
}
const plain = (headers: Record<string, number | string | string[] | undefined>): Record<string, number | string | string[]> =>
  Object.fromEntries(Object.entries(headers).filter((h): h is [string, number | string | string[]] => h[1] !== undefined))
