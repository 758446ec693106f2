import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LivePieces } from '../context.ts'
import type { Core } from '../data/core.ts'
import { asRefusal, refused } from './envelope.ts'
import { eventStream, sendEvent } from './event-stream.ts'

interface Begun {
  out: ServerResponse
  core: Core
}
const begun = new WeakMap<FastifyReply, Begun>()
/** What a page that draws an answer as it comes is told meanwhile; undefined for other callers. Without a piece the answer is an ordinary one. */
export function piecesFor(core: Core, request: FastifyRequest, reply: FastifyReply): LivePieces | undefined {
  if (!request.headers.accept?.includes('text/event-stream')) return undefined
  const gone = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return {
    stopped: gone.signal,
    say(text) {
      if (gone.signal.aborted) return
      const stream = begun.get(reply) ?? { out: eventStream(reply), core }
      begun.set(reply, stream)
      sendEvent(stream.out, 'text', JSON.stringify(text))
    },
  }
}
/** Ends a begun stream with the answer as it would have been sent, or with the refusal; without a stream the answer is left to the caller. */
export async function endStream(reply: FastifyReply, request: FastifyRequest, work: () => Promise<unknown>, text: (answer: unknown) => string): Promise<unknown> {
  try {
    const answer = await work()
    return begun.has(reply) ? finish(reply, 'answer', text(answer)) : answer
  } catch (error) {
    const stream = begun.get(reply)
    if (!stream) throw error
    const refusal = asRefusal(error)
    if (refusal.code === 500) stream.core.log.error({ err: error, traceId: request.id }, 'request failed')
    return finish(reply, 'refused', JSON.stringify(refused(refusal, request.id, request.lang)))
  }
}
function finish(reply: FastifyReply, event: string, body: string): FastifyReply {
  const out = begun.get(reply)?.out
  if (out && !out.destroyed) {
    sendEvent(out, event, body)
    out.end()
  }
  return reply
}
