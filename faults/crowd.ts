import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { atTheirTime } from '../bench/paced.ts'
import type { Session } from '../bench/product.ts'

/** Requests the same path at a fixed rate for some seconds. */
interface Crowd {
  session: Session
  path: string
  perSecond: number
  seconds: number
  /** It simulates remote clients, so its thread runs at a lower priority than the server. */
  yields?: boolean
}
/** Body code (0 without a response) and latency in milliseconds from the scheduled time. */
export interface Reply {
  code: number
  ms: number
}
/** Generates the load on a worker thread, so that it does not distort measurements on the main thread. */
export function crowd(of: Crowd): Promise<Reply[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: of })
  return new Promise((done, failed) => worker.once('message', done).once('error', failed))
}
function asked({ port, headers }: Session, path: string, agent: Agent): Promise<{ code: number }> {
  return new Promise(done => {
    const sent = request({ host: '127.0.0.1', port, path: `/api/flySource-${path}`, headers, agent }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => done({ code: Number(/"code":(\d+)/.exec(Buffer.concat(parts).toString('latin1', 0, 40))?.[1] ?? 0) }))
    })
    sent.on('error', () => done({ code: 0 }))
    sent.end()
  })
}
if (!isMainThread) {
  const { session, path, perSecond, seconds, yields } = workerData as Crowd
  // on Linux, setPriority affects this thread only
  if (yields) setPriority(constants.priority.PRIORITY_LOW)
  const agent = new Agent({ keepAlive: true })
  parentPort?.postMessage(await atTheirTime(Array.from({ length: Math.round(perSecond * seconds) }), perSecond, () => asked(session, path, agent)))
  agent.destroy()
}
