import { Worker } from 'node:worker_threads'
import { schoolTimeText } from '#model/school-time.ts'
import { Semaphore } from '../base/semaphore.ts'
import type { PreviewOrder, PreviewReply } from './preview-worker.ts'

const MEMORY_MB = 512
const PATIENCE_MS = 30_000
const slots = new Semaphore(2)

/** Processes an untrusted file in a worker thread with a time and memory limit. */
export async function apart<T>(order: PreviewOrder): Promise<T> {
  await slots.acquire()
  const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { workerData: order, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<T>((done, fail) => {
      timer = setTimeout(() => fail(new Error('a preview took too long')), PATIENCE_MS)
      worker.once('message', (reply: PreviewReply) => ('failed' in reply ? fail(new Error(reply.failed)) : done(reply.made as T)))
      worker.once('error', fail)
      worker.once('exit', () => fail(new Error('a preview ended without an answer')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
    slots.release()
  }
}
/** Watermark text: account and time. Latin letters and digits only, because the PDF's font has no others. */
export const markOf = (accountNo: string): string => `${accountNo}  ${schoolTimeText(Date.now())}`
