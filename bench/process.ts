import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A server process under measurement. */
export interface Running {
  readonly pid: number
  readonly port: number
  /** Seconds from its start to its first answer. */
  readonly startSeconds: number
  /** Seconds of processor it has used, its threads included. */
  cpuSeconds(): number
  /** MB it holds now. */
  memory(): number
  /** MB it and the processes it started hold now. */
  memoryOfAll(): number
  stop(): Promise<void>
  /** Without warning. */
  kill(): Promise<void>
}
const TICKS = 100
const START_MS = 60_000

/** Starts a program on this Node and waits until `path` answers. */
export async function launch(args: readonly string[], options: { port: number; path: string; env: Record<string, string> }): Promise<Running> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { ...process.env, RATE_LIMIT_FACTOR: '1000', ...options.env, PORT: String(options.port), HOST: '127.0.0.1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${options.port}${options.path}`
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() - began > START_MS) {
      child.kill('SIGKILL')
      throw new Error(`${args.join(' ')} did not answer at ${url}`)
    }
    await new Promise(done => setTimeout(done, 10))
  }
  return running(child, options.port, (performance.now() - began) / 1000)
}
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async answer => {
      await answer.arrayBuffer()
      return true
    },
    () => false,
  )
function running(child: ChildProcess, port: number, startSeconds: number): Running {
  const pid = child.pid as number
  return {
    pid,
    port,
    startSeconds,
    cpuSeconds: () => statOf(pid).own,
    memory: () => residentOf(pid),
    memoryOfAll: () => residentOf(pid) + childrenOf(pid).reduce((sum, child) => sum + residentOf(child), 0),
    stop: () => ended(child, 'SIGTERM'),
    kill: () => ended(child, 'SIGKILL'),
  }
}
function statFields(pid: number): string[] {
  try {
    // The name in brackets may hold spaces; the figures stand behind it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
  } catch {
    return Array(15).fill('0') // gone since it was named
  }
}
/** Seconds of processor a process has used, and those that it has waited for. */
function statOf(pid: number): { own: number; ended: number } {
  const fields = statFields(pid)
  const seconds = (at: number): number => (Number(fields[at]) + Number(fields[at + 1])) / TICKS
  return { own: seconds(11), ended: seconds(13) }
}
/** Seconds of processor a process and those it started have used, ended ones among them. */
export function cpuSecondsOf(pid: number): number {
  const { own, ended } = statOf(pid)
  return childrenOf(pid).reduce((sum, child) => sum + statOf(child).own, own + ended)
}
async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(done => child.once('exit', done))
  child.kill(signal)
  await gone
}
/** Seconds of processor of the processes that one has started and that still run. */
export const cpuSecondsOfChildren = (pid: number): number => childrenOf(pid).reduce((sum, child) => sum + statOf(child).own, 0)
const childrenOf = (pid: number): number[] => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
function residentOf(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
