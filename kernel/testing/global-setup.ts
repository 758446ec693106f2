import type { TestProject } from 'vitest/node'
import { startTestServer } from './database.ts'

/** Starts the run's PostgreSQL and tells the test files where it and the run's folder are. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  project.provide('databaseUrl', server.url)
  project.provide('runFolder', server.folder)
  return () => server.stop()
}
