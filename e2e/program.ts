import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '#server/registry/registry.ts'
import { freePort } from '#server/start/embedded.ts'
import { SERVER, serverIsOld } from '../scripts/builds.mjs'

/** The product as started by a user: its own process on a data folder. */
export interface Program {
  url: string
  process: ChildProcess
  /** Everything it printed. */
  printed(): string
  /** Sends SIGINT; returns the exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}
const START_MS = 230_000

/** As `npm start` has it; the sources while the built server is older than they are. */
const served = (): string => join(ROOT, serverIsOld(ROOT) ? 'main.ts' : SERVER)
/** Starts the server and waits until it responds; throws with its output if it exits early. */
export async function startProgram(dataDir: string, options: { args?: readonly string[]; env?: Record<string, string> } = {}): Promise<Program> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', served(), ...(options.args ?? [])], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', DATABASE_URL: '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const out of [child.stdout, child.stderr])
    out?.on('data', (part: Buffer) => {
      said += part.toString()
    })
  const gone = new Promise<number | null>(done => child.once('exit', done))
  const url = `http://127.0.0.1:${port}`
  await answers(url, child, () => said)
  return {
    url,
    process: child,
    printed: () => said,
    stop: () => {
      child.kill('SIGINT')
      return gone
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
async function answers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${said()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    // an unread response body keeps its connection busy
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await new Promise(done => setTimeout(done, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`it did not answer within ${START_MS / 1000} s: ${said()}`)
}
