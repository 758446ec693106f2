import type { ChildProcess } from 'node:child_process'

/** A started server with the tail of its output. */
export type Launched = ChildProcess & { said: string }
/** Restart delay: orphaned backends must exit first, or the new server refuses to start. */
const AGAIN_MS = 500

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Restarts a server that exited by itself (killed, out of memory), without limit: the program answers 503 meanwhile, and nothing else would restart it. */
export function keepRunning(first: Launched, start: () => Launched): { stop(): Promise<void> } {
  let server = first
  let again: NodeJS.Timeout | undefined
  let isStopping = false
  const watch = (): void => {
    server.once('exit', (code, signal) => {
      if (isStopping) return
      process.stderr.write(`The embedded PostgreSQL ended by itself (${signal ?? code}) and is started again. ${server.said.trim().split('\n').at(-1)}\n`)
      again = setTimeout(() => {
        server = start()
        watch()
      }, AGAIN_MS)
    })
  }
  watch()
  return {
    async stop() {
      isStopping = true
      clearTimeout(again)
      await stopped(server)
    },
  }
}
/** Fast shutdown: open transactions are rolled back, committed data is flushed. */
export async function stopped(server: Launched): Promise<void> {
  if (hasEnded(server)) return
  const gone = new Promise(done => server.once('exit', done))
  server.kill('SIGINT')
  await gone
}
