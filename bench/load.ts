import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

/** One request of a load. */
export interface Shot {
  method: 'GET' | 'POST'
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
}
export interface Figures {
  requests: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}
interface Counted extends Omit<Figures, 'perSecond'> {
  seconds: number
  refused: number
  broken: number
}
export const hasWrk = spawnSync('wrk', ['-v']).error === undefined
const SCRIPT = fileURLToPath(new URL('./load.lua', import.meta.url))

export interface Load {
  connections: number
  seconds: number
  /** Milliseconds a connection waits before its next request. */
  pause?: number
}
/** Keeps `connections` busy with the shots in turn (closed loop); throws on any failed response. */
export async function fire(port: number, shots: readonly Shot[], load: Load): Promise<Figures> {
  const counted = await (hasWrk ? byWrk : byAutocannon)(port, shots, load)
  const { refused, broken, seconds: taken, ...rest } = counted
  if (refused || broken)
    throw new Error(`${refused} answers were refusals and ${broken} connections broke, of ${rest.requests} requests like ${shots[0]?.method} ${shots[0]?.path}`)
  return { ...rest, perSecond: rest.requests / taken }
}
async function byWrk(port: number, shots: readonly Shot[], { connections, seconds, pause = 0 }: Load): Promise<Counted> {
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-load-'))
  try {
    const file = join(folder, 'shots')
    writeFileSync(file, Buffer.concat(shots.map(shot => framed(raw(shot, port)))))
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', SCRIPT, `http://127.0.0.1:${port}`, '--', file, `${pause}`]
    const { stdout } = await promisify(execFile)('wrk', args)
    const [, text] = /^FIGURES (.*)$/m.exec(stdout) ?? []
    if (!text) throw new Error(`wrk said nothing of use: ${stdout}`)
    return JSON.parse(text) as Counted
  } finally {
    rmSync(folder, { recursive: true })
  }
}
function raw({ method, path, headers, body }: Shot, port: number): Buffer {
  const bytes = Buffer.from(body ?? '')
  const lines = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  if (body !== undefined) lines.push(`Content-Length: ${bytes.length}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])
}
const framed = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(8, '0')), bytes])

/** Fallback where wrk is not installed. It uses more CPU than wrk, equally for both servers. */
async function byAutocannon(port: number, shots: readonly Shot[], { connections, seconds, pause }: Load): Promise<Counted> {
  let next = 0
  const share = Math.max(1, Math.floor(shots.length / connections))
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    timeout: 30,
    ...(pause ? { connectionRate: 1000 / pause } : {}),
    setupClient: client => {
      client.setRequests(shots.slice(next, next + share))
      next = (next + share) % shots.length
    },
  })
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx,
    broken: result.errors + result.timeouts,
  }
}
