import type { ChildProcess } from 'node:child_process'

/** A server that was started, with the last of what it printed. */
export type Launched = ChildProcess & { said: string }
/** Its orphans need a moment to notice and go; until then the next one refuses to start. */
const AGAIN_MS = 500

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Starts a server again that ended by itself, killed or for want of room, for as long as it takes: the program answers 503 meanwhile, and nobody else would start it. */
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
/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopped(server: Launched): Promise<void> {
  if (hasEnded(server)) return
  const gone = new Promise(done => server.once('exit', done))
  server.kill('SIGINT')
  await gone
}
