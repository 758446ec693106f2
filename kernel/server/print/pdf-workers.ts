import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { PrintOrder } from './document.ts'
import type { PaperOverflow, RenderedPapers, Reply, Request, Work } from './worker.ts'

const IDLE_MS = 60_000
const MEMORY_MB = 256
interface Waiting {
  resolve(made: RenderedPapers): void
  reject(error: Error): void
  onProgress?: (done: number) => void
}
/** A worker thread for rendering PDFs. Started on demand and terminated after a minute without work, because fonts use much memory. */
export class PdfWorkers {
  private readonly log: Logger
  private worker: Worker | undefined
  private timer: NodeJS.Timeout | undefined
  private readonly waiting = new Map<number, Waiting>()
  private last = 0

  constructor(log: Logger) {
    this.log = log
  }
  /** One file of all documents. */
  async print(order: PrintOrder, onProgress?: (done: number) => void): Promise<Buffer> {
    const { pdfs } = await this.run(order, 'print', onProgress)
    return Buffer.concat(pdfs)
  }
  /** A file of each document. */
  async pack(order: PrintOrder, onProgress?: (done: number) => void): Promise<Uint8Array[]> {
    const { pdfs } = await this.run(order, 'pack', onProgress)
    return pdfs
  }
  /** What does not fit, before anything is printed. */
  async measure(order: PrintOrder): Promise<PaperOverflow[]> {
    const { over } = await this.run(order, 'measure')
    return over
  }
  private run(order: PrintOrder, work: Work, onProgress?: (done: number) => void): Promise<RenderedPapers> {
    clearTimeout(this.timer)
    const id = ++this.last
    const worker = this.start()
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, ...(onProgress ? { onProgress } : {}) })
      worker.postMessage({ id, order, work } satisfies Request)
    })
  }
  /** Terminates the thread; pending renderings fail. */
  async stop(): Promise<void> {
    clearTimeout(this.timer)
    const { worker } = this
    this.worker = undefined
    this.fail(new Error('printing was stopped'))
    await worker?.terminate()
  }
  private start(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    worker.unref()
    worker.on('message', (reply: Reply) => this.take(reply))
    worker.on('error', error => {
      this.log.error({ err: error }, 'the printing thread broke down')
      if (this.worker === worker) this.worker = undefined
      this.fail(error as Error)
    })
    this.worker = worker
    return worker
  }
  private take(reply: Reply): void {
    const found = this.waiting.get(reply.id)
    if (!found) return
    if ('done' in reply) {
      found.onProgress?.(reply.done)
      return
    }
    this.waiting.delete(reply.id)
    if ('made' in reply) found.resolve(reply.made)
    else found.reject(new Error(reply.failed))
    if (this.waiting.size) return
    this.timer = setTimeout(() => void this.stop(), IDLE_MS)
    this.timer.unref()
  }
  private fail(error: Error): void {
    for (const [id, { reject }] of this.waiting) {
      this.waiting.delete(id)
      reject(error)
    }
  }
}
