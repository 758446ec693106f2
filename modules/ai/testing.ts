import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { ok } from '#testing/answers.ts'
import type { Actor, Answer, School } from '#testing/school.ts'
import type { Use } from './model/use.ts'

export interface Sent {
  authorization: string | undefined
  body: { model: string; messages: Array<{ role: string; content: string }> }
  raw: string
}
/** A provider of OpenAI's protocol on this machine, with what it was sent. */
export interface StandIn {
  address: string
  sent: Sent[]
  close(): void
}
/** `pieces` are sent as a stream, with a pause between two; `ended` is told when the caller left before the last. */
export type Reply = {
  pieces?: readonly string[]
  pauseMs?: number
  ended?: (isWhole: boolean) => void
  status?: number
  headers?: Record<string, string>
  text?: string
  tokens?: [number, number]
}
export async function openStandIn(answer: (sent: Sent) => Reply | Promise<Reply>): Promise<StandIn> {
  const sent: Sent[] = []
  const server = createServer(async (request, reply) => {
    let raw = ''
    for await (const part of request) raw += String(part)
    const one = { authorization: request.headers.authorization, body: JSON.parse(raw) as Sent['body'], raw }
    sent.push(one)
    const { status = 200, headers = {}, text, tokens, pieces, pauseMs = 0, ended } = await answer(one)
    if (pieces) {
      reply.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
      reply.on('close', () => ended?.(reply.writableFinished))
      for (const content of pieces) {
        if (reply.destroyed) return
        reply.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
        await new Promise(done => setTimeout(done, pauseMs))
      }
      reply.end(`data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: tokens?.[0], completion_tokens: tokens?.[1] } })}\n\ndata: [DONE]\n\n`)
      return
    }
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(
      JSON.stringify({
        ...(text === undefined ? {} : { choices: [{ message: { content: text } }] }),
        ...(tokens ? { usage: { prompt_tokens: tokens[0], completion_tokens: tokens[1] } } : {}),
      }),
    )
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, sent, close: () => void server.close() }
}
/** A provider for the tests of a file, on a host that may be called. Each test begins with the first answer. */
export function standIn(first: Reply) {
  const model = { says: (_sent: Sent): Reply | Promise<Reply> => first, sent: [] as Sent[], address: '' }
  const begin = { ...model }
  let opened: StandIn | undefined
  beforeAll(async () => {
    vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
    opened = await openStandIn(sent => model.says(sent))
    Object.assign(model, { sent: opened.sent, address: opened.address })
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    opened?.close()
  })
  beforeEach(() => {
    vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
    model.says = begin.says
  })
  return model
}
export async function changeUse(admin: Actor, code: Use, values: Record<string, unknown>): Promise<void> {
  const use = ok(await admin.get<{ result: Array<{ id: string; version: number; code: string }> }>('ai/aiUse/list')).result.find(u => u.code === code)
  ok(await admin.post('ai/aiUse/update', { id: use?.id, version: use?.version, ...values }))
}
export const addProvider = async (admin: Actor, baseUrl: string, more: Record<string, unknown> = {}) =>
  ok(await admin.post<{ id: string; version: number }>('ai/aiProvider/add', { name: '校内', model: 'qing-1', place: 'campus', baseUrl, ...more }))
/** AI with one use and a provider. */
export async function switchOn(school: School, admin: Actor, code: Use, { address }: { address: string }): Promise<void> {
  await setParams(school, 'ai', { isEnabled: true })
  await changeUse(admin, code, { isEnabled: true, dailyPerUser: 1000 })
  await addProvider(admin, address)
}
/** With module and entity. */
export const fullRuleOf = (answer: Answer<unknown>) => answer.errors[0]?.rule
