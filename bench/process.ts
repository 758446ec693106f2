import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/registry/folders.ts'
import { SERVER, serverIsOld } from '../scripts/builds.mjs'

/** A server process being measured. */
export interface Running {
  readonly pid: number
  readonly port: number
  /** Seconds from its start to its first response. */
  readonly startSeconds: number
  /** CPU seconds used, all threads included. */
  cpuSeconds(): number
  /** Resident memory in MB. */
  memory(): number
  /** Resident memory in MB of it and its child processes. */
  memoryOfAll(): number
  stop(): Promise<void>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}
const TICKS = 100
/** Also beside other work: how long a start takes is measured by its own section. */
const START_MS = 300_000

/** The server that `npm start` runs; built first where the sources are newer. */
export function builtServer(): string {
  if (serverIsOld(ROOT)) spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build-server.ts'], { cwd: ROOT, stdio: 'inherit' })
  return join(ROOT, SERVER)
}
/** Starts a program with this Node and waits until `path` responds. */
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
    // The name in parentheses may contain spaces; the figures follow it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
  } catch {
    return Array(15).fill('0') // the process has ended meanwhile
  }
}
/** CPU seconds of a process, and of its children that were waited for. */
function statOf(pid: number): { own: number; ended: number } {
  const fields = statFields(pid)
  const seconds = (at: number): number => (Number(fields[at]) + Number(fields[at + 1])) / TICKS
  return { own: seconds(11), ended: seconds(13) }
}
/** CPU seconds of a process and its children, including ended ones. */
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
/** CPU seconds of the running child processes. */
export const cpuSecondsOfChildren = (pid: number): number => childrenOf(pid).reduce((sum, child) => sum + statOf(child).own, 0)
const childrenOf = (pid: number): number[] => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
function residentOf(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
