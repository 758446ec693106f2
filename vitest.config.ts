import { defineConfig } from 'vitest/config'
import { APART, FLOWS } from './kernel/testing/isolated-tests.ts'

const every = {
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // a poll ends as soon as it holds; how long that takes is the machine's
  expect: { poll: { timeout: 20_000 } },
  execArgv: ['--disable-warning=ExperimentalWarning'],
}
const ALL = ['{attacks,bench,e2e,faults,kernel,modules,scripts}/**/*.test.{ts,tsx}']
export default defineConfig({
  test: {
    maxWorkers: 3,
    // a process that has run a hundred files takes its time to go
    teardownTimeout: 60_000,
    globalSetup: ['kernel/testing/global-setup.ts'],
    projects: [
      // loading all modules takes longer than most tests: these files share processes, in each of which they run one after the other
      { extends: true, test: { ...every, name: 'together', include: ALL, exclude: [...APART, ...FLOWS], isolate: false } },
      { extends: true, test: { ...every, name: 'flows', include: FLOWS, exclude: APART, isolate: false } },
      { extends: true, test: { ...every, name: 'apart', include: APART } },
    ],
  },
})
