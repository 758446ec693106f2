import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSecret } from '#server/start/config.ts'
import { DEMO_TENANT } from '#server/start/demo.ts'
import { type School, schoolIn } from '#testing/school.ts'
import { demoCopy } from '../e2e/demo-copy.ts'

/** The demo school on a server in this process: people, relations and cases in every state. `close` removes everything. */
export async function openDemoSchool(): Promise<School> {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinglan-attacks-'))
  const copy = await demoCopy(dataDir)
  const school = await schoolIn(copy.url, DEMO_TENANT, { dataDir, secret: readSecret({ dataDir }) })
  return {
    ...school,
    async close() {
      await school.close()
      await copy.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
