import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { envWithout } from './stage.ts'
import type { Cut } from './without.ts'

export interface Operated {
  said: string
  /** Why it ended with an error; empty where it did not. */
  wrong: string
}
/** A command of the operator (`backup`, `restore` …) in a process of its own. */
export const operate = (script: string, given: readonly string[], env: Record<string, string>, cuts: readonly Cut[] = []): Promise<Operated> =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...given], {
    env: { ...process.env, ...env, ...envWithout(cuts) },
  }).then(
    ({ stdout }) => ({ said: stdout, wrong: '' }),
    (error: { stdout: string; stderr: string }) => ({ said: error.stdout, wrong: error.stderr.trim().slice(-300) }),
  )
