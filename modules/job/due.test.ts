import { afterAll, beforeAll, expect, it } from 'vitest'
import { forEachTenant } from '#server/data/each-tenant.ts'
import { nextTimes } from '#server/jobs/cron.ts'
import { dueQuery } from '#server/jobs/due-jobs.ts'
import { queueWorkers } from '#server/jobs/queue-worker.ts'
import { openSchool, type School } from '#testing/school.ts'

const HALF_HOUR_MS = 1_800_000
let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school.close())
/** Whether the due query finds a row in the school. */
const finds = async (query: string): Promise<boolean> => (await forEachTenant(school.server.core, `select to_jsonb(1) where exists (${query})`, {}, [school.tenantId])).length > 0

it('what runs several times an hour in every school says when it has something to do, and finds nothing in a school where nothing happens', async () => {
  const { core } = school.server
  for (const job of core.works.values()) {
    const { code, cron, due, isPlatform } = job
    const [first, second] = nextTimes(cron, 2).map(Number)
    const isOften = (second ?? 0) - (first ?? 0) <= HALF_HOUR_MS
    if (isOften && !isPlatform) expect([code, due !== undefined]).toEqual([code, true])
    const query = dueQuery(core, job)
    // opening the school already wrote audit entries, and one job is due by its hour
    if (query !== undefined && code !== 'audit.seal' && code !== 'audit.unusualUse' && code !== 'file.cleanUp') expect([code, await finds(query)]).toEqual([code, false])
    else if (query !== undefined) await finds(query)
  }
})
it('no queue of a school where nothing happens has something waiting', async () => {
  for (const { name, waiting } of school.server.core.registry.of(queueWorkers)) if (waiting !== undefined) expect([name, await finds(waiting)]).toEqual([name, false])
})
