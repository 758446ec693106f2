import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startTestServer } from './database.ts'

/** Starts the run's PostgreSQL and tells the test files where it and the run's folder are. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  project.provide('databaseUrl', server.url)
  project.provide('runFolder', server.folder)
  // what tests leave goes with the run
  process.env.TMPDIR = server.folder
  // a run starts the program dozens of times: what the first has compiled the others read
  process.env.NODE_COMPILE_CACHE ??= join(server.folder, 'compiled')
  return () => server.stop()
}
