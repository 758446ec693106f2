import type { FastifyServerOptions } from 'fastify'
import { Refusal } from '#model'
import { newTraceId } from '../base/trace.ts'
import { refused } from './envelope.ts'

const STATUS: Readonly<Record<string, string>> = { ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout', HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large' }

/** Answers malformed or too slow HTTP requests in the envelope; echoes nothing of the input. */
export function clientError(headers: Readonly<Record<string, string>>): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return ({ code }, socket) => {
    if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    const refusal = new Refusal(400, [{ rule: 'http.malformed', text: '请求的内容不是有效的 JSON 或表单' }])
    const body = JSON.stringify(refused(refusal, newTraceId(), 'zh-cn').body)
    const lines = Object.entries({ ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), connection: 'close' })
    socket.end(`HTTP/1.1 ${STATUS[code ?? ''] ?? '400 Bad Request'}\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`)
  }
}
