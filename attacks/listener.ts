import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Local HTTP service that records the requests it receives. */
export interface Listener {
  /** `127.0.0.1:port`. */
  host: string
  /** Authorization headers of the requests so far, in order. */
  authorizations: Array<string | undefined>
  close(): void
}
/** Starts a service that answers every request like a language model, with `content`. */
export async function openListener(content: string): Promise<Listener> {
  const authorizations: Array<string | undefined> = []
  const server = createServer((request, reply) => {
    authorizations.push(request.headers.authorization)
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message: { content } }] }))
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, authorizations, close: () => void server.close() }
}
