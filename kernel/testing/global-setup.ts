import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startTestServer } from './database.ts'

/** Starts PostgreSQL for the run and provides its address and the run's folder to the test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  project.provide('databaseUrl', server.url)
  project.provide('runFolder', server.folder)
  // temporary files of tests are removed with the run's folder
  process.env.TMPDIR = server.folder
  // shared compile cache: a run starts the program dozens of times
  process.env.NODE_COMPILE_CACHE ??= join(server.folder, 'compiled')
  return () => server.stop()
}
