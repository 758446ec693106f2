import { defineConfig } from 'vitest/config'
import { APART } from './kernel/testing/apart.ts'

const every = {
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  execArgv: ['--disable-warning=ExperimentalWarning'],
}
export default defineConfig({
  test: {
    maxWorkers: 3,
    // a process that has run a hundred files takes its time to go
    teardownTimeout: 60_000,
    globalSetup: ['kernel/testing/global-setup.ts'],
    projects: [
      // loading all modules takes longer than most tests of one: these files share a process, one after the other
      { extends: true, test: { ...every, name: 'modules', include: ['modules/**/*.test.{ts,tsx}'], exclude: [...APART], isolate: false } },
      {
        extends: true,
        test: {
          ...every,
          name: 'apart',
          include: ['{kernel,attacks}/**/*.test.{ts,tsx}', '{scripts,bench,faults,e2e}/**/*.test.ts', ...APART],
        },
      },
    ],
  },
})
