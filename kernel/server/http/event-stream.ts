import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** What a browser has not taken is dropped with its connection; it comes back and asks anew. */
const MOST_WAITING_BYTES = 65_536

/** Answers with server-sent events from here on; whoever opened it ends it. */
export function eventStream(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const out = reply.raw
  // a proxy that gathers answers would keep the news to itself
  out.writeHead(200, { ...plain(reply.getHeaders()), 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return out
}
/** One event; `data` is JSON. */
export function sendEvent(out: ServerResponse, event: string, data: string, mostWaiting = MOST_WAITING_BYTES): void {
  if (out.writableLength > mostWaiting) out.destroy()
  else out.write(`event: ${event}\ndata: ${data}\n\n`)
}
/** Keeps a connection that says nothing from being taken for dead. */
export function beatOf(out: ServerResponse): void {
  if (!out.writableNeedDrain) out.write(': \n\n')
}
const plain = (headers: Record<string, number | string | string[] | undefined>): Record<string, number | string | string[]> =>
  Object.fromEntries(Object.entries(headers).filter((h): h is [string, number | string | string[]] => h[1] !== undefined))
