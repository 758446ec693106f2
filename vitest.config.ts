import { defineConfig } from 'vitest/config'
import { APART, BROWSER, FLOWS, ISOLATED, LONGEST, SLOW, SLOW_APART } from './kernel/testing/isolated-tests.ts'
import { LongestFirst } from './kernel/testing/longest-first.ts'
import { near } from './kernel/testing/near.ts'

const every = {
  pool: 'forks' as const,
  // what hangs is ended; how long the rest takes is the machine's
  testTimeout: 180_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  execArgv: ['--disable-warning=ExperimentalWarning'],
}
const ALL = ['{attacks,bench,e2e,faults,kernel,modules,scripts}/**/*.test.{ts,tsx}']
/** Loading all modules takes longer than most tests: files of these projects share processes, in each of which they run one after the other. */
const shared = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  extends: true as const,
  test: { ...every, name, include: [...include], exclude: [...exclude], isolate: false },
})
/** Each file in a process of its own. */
const apart = (name: string, include: readonly string[]) => ({ extends: true as const, test: { ...every, name, include: [...include] } })
export default defineConfig({
  test: {
    maxWorkers: 3,
    // a process that has run a hundred files takes its time to go
    teardownTimeout: 60_000,
    globalSetup: ['kernel/testing/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    experimental: { vcsProvider: near },
    projects: [
      apart('longest', LONGEST),
      apart('slow apart', SLOW_APART),
      shared('slow', SLOW, [...SLOW_APART, ...LONGEST]),
      apart('apart', APART),
      shared('flows', FLOWS, APART),
      shared('browser', BROWSER, LONGEST),
      shared('together', ALL, [...ISOLATED, ...FLOWS, ...SLOW, ...BROWSER]),
    ],
  },
})
