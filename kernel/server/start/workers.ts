import cluster, { type Worker } from 'node:cluster'

/** Environment variable of workers that must skip migration and provisioning, which the first one did. */
const FOLLOWS = 'QINGLAN_FOLLOWS'
const READY = 'ready'
const AGAIN_MS = 1000
const STOP_MS = 60_000

export const isWorker = (): boolean => cluster.isWorker
/** The first worker migrates the database and prepares schools; the others skip that. */
export const isFirst = (): boolean => !process.env[FOLLOWS]
/** Reports to the primary that this worker is listening. */
export const reportReady = (): void => void process.send?.(READY)

export interface Keeper {
  /** Resolves when all workers are listening; rejects when the first fails to start; pending forever after `stop`. */
  started: Promise<void>
  stop(): Promise<void>
}
/** Keeps `count` worker processes on one port and one database: the first alone until it is listening, then the others. Workers that exit are replaced. */
export function keepWorkers(count: number, databaseUrl: string): Keeper {
  let isStopping = false
  const fork = (follows: boolean): Promise<void> =>
    new Promise((done, fail) => {
      const worker = cluster.fork({ DATABASE_URL: databaseUrl, ...(follows ? { [FOLLOWS]: '1' } : {}) })
      let hasServed = false
      worker.on('message', said => {
        if (said !== READY) return
        hasServed = true
        done()
      })
      worker.once('exit', code => {
        if (isStopping) return
        if (!hasServed) return fail(new Error(`A worker ended with ${code} before it served; see above.`))
        setTimeout(follow, AGAIN_MS)
      })
    })
  /** The first worker runs, so a failure here is temporary: retried until it succeeds. */
  const follow = async (): Promise<void> => {
    for (;;) {
      if (isStopping) return
      const isServing = await fork(true).then(
        () => true,
        (error: Error) => void process.stderr.write(`${error.message}\n`),
      )
      if (isServing) return
      await new Promise(done => setTimeout(done, AGAIN_MS))
    }
  }
  const all = async (): Promise<void> => {
    await fork(false)
    await Promise.all(Array.from({ length: count - 1 }, follow))
  }
  return {
    started: all(),
    async stop() {
      isStopping = true
      await Promise.all(Object.values(cluster.workers ?? {}).map(worker => worker && ended(worker)))
    },
  }
}
/** Sends SIGTERM, and SIGKILL after a minute. */
function ended(worker: Worker): Promise<void> {
  return new Promise(done => {
    if (worker.isDead()) return done()
    const late = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS)
    worker.once('exit', () => {
      clearTimeout(late)
      done()
    })
    worker.process.kill('SIGTERM')
  })
}
