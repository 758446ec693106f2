import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { envWithout } from './stage.ts'
import type { Cut } from './without.ts'

export interface Operated {
  said: string
  /** Error output; empty on success. */
  wrong: string
}
/** Runs an operator command (`backup`, `restore` …) in its own process. */
export const operate = (script: string, given: readonly string[], env: Record<string, string>, cuts: readonly Cut[] = []): Promise<Operated> =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...given], {
    env: { ...process.env, ...env, ...envWithout(cuts) },
  }).then(
    ({ stdout }) => ({ said: stdout, wrong: '' }),
    (error: { stdout: string; stderr: string }) => ({ said: error.stdout, wrong: error.stderr.trim().slice(-300) }),
  )
