import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Stands for a server: starts an import worker that waits for its job, prints the worker's id, and waits to be killed. */
const child = fork(fileURLToPath(new URL('../server/spreadsheets/child.ts', import.meta.url)), [], {
  execArgv: ['--disable-warning=ExperimentalWarning'],
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
})
child.once('spawn', () => setTimeout(() => process.send?.(child.pid), 3000))
setTimeout(() => {}, 60_000)
