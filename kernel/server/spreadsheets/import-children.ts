import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programFile } from '../registry/built.ts'
import type { ImportTask } from './import-task.ts'

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
/** Heap limit of a process. */
const MEMORY_MB = 256
/** Loading its modules takes a process longer than most imports do, and who checks a sheet writes it a moment later: a process waits that long for its next phase. */
const IDLE_MS = 60_000
const MOST_IDLE = 2
interface Idle {
  child: ChildProcess
  modules: string
  timer: NodeJS.Timeout
}
const idle: Idle[] = []

/** Runs one phase in a process of its own, to its end or until it is killed; a process that has ended well is kept for the next phase of the same modules. */
export function runInChild(order: ImportTask, env: NodeJS.ProcessEnv): { child: ChildProcess; gone: Promise<void> } {
  const modules = order.folders.join()
  const child = waiting(modules) ?? started(env)
  const gone = new Promise<void>(done => {
    const ended = (): void => over(false)
    const answered = (): void => over(true)
    const over = (isWell: boolean): void => {
      child.off('message', answered).off('exit', ended).off('error', ended)
      if (isWell) keep(child, modules)
      done()
    }
    child.once('message', answered).once('exit', ended).once('error', ended)
    child.send(order, error => error && ended())
  })
  return { child, gone }
}
function started(env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(programFile(CHILD), [], {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env,
  })
  // also while it waits: one that cannot be reached or killed is not taken again
  child.on('error', () => {})
  return child
}
function waiting(modules: string): ChildProcess | undefined {
  const at = idle.findIndex(one => one.modules === modules && one.child.connected && one.child.exitCode === null && one.child.signalCode === null)
  const [found] = at < 0 ? [] : idle.splice(at, 1)
  if (!found) return undefined
  clearTimeout(found.timer)
  found.child.ref()
  found.child.channel?.ref()
  return found.child
}
/** Does not keep this process from ending, with which the child ends, too. */
function keep(child: ChildProcess, modules: string): void {
  child.unref()
  child.channel?.unref()
  const timer = setTimeout(() => drop(child), IDLE_MS).unref()
  idle.push({ child, modules, timer })
  while (idle.length > MOST_IDLE) drop((idle[0] as Idle).child)
}
function drop(child: ChildProcess): void {
  const at = idle.findIndex(one => one.child === child)
  if (at < 0) return
  const [found] = idle.splice(at, 1)
  clearTimeout(found?.timer)
  child.kill()
}
