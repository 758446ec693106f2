import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS } from '#model/days.ts'
import { PLATFORM_CODE } from '../access/platform-tenant.ts'
import type { Core } from '../data/core.ts'
import { platformSteps } from '../tenants/platform-start.ts'
import { programHash } from '../tenants/program-hash.ts'
import { type School, type Step, stepsOf } from '../tenants/provision.ts'
import { runStepsOfStale } from '../tenants/run-steps.ts'

/** Initial retry delay for schools that failed or are locked by another process; it doubles each time. */
const AGAIN_MS = 1000

export interface SchoolUpdate {
  /** Resolves when all schools are up to date. */
  done: Promise<void>
  /** Stops after the current school. */
  stop(): Promise<void>
}
/** Updates platform and schools to this version, one after the other, while the server is running. All processes do so, with a lock per school: if one dies, another
 *  continues. */
export function updateSchools(core: Core): SchoolUpdate {
  const ending = new AbortController()
  const done = untilNoneIsStale(core, ending.signal).catch(error => {
    if (!ending.signal.aborted) core.log.error({ err: error }, 'schools were not brought up to date')
  })
  return {
    done,
    async stop() {
      ending.abort()
      await done
    },
  }
}
async function untilNoneIsStale(core: Core, signal: AbortSignal): Promise<void> {
  for (let wait = AGAIN_MS; ; wait = Math.min(wait * 2, HOUR_MS)) {
    for (const school of await staleSchools(core)) {
      if (signal.aborted) return
      await update(core, school).catch(error => core.log.error({ err: error, school: school.code }, 'a school was not brought up to date'))
    }
    if (!(await staleSchools(core)).length) return
    await pause(wait, undefined, { signal, ref: false })
  }
}
type Stale = School & { id: string }
async function staleSchools(core: Core): Promise<Stale[]> {
  const { rows } = await core.pool.query<Stale>(
    `select id, code, school_name as "schoolName" from tenant where state <> 'closed' and provisioned_by is distinct from $1 order by created_at`,
    [await programHash(core.registry)],
  )
  return rows
}
const update = (core: Core, school: Stale): Promise<void> => runStepsOfStale(core, school.id, stepsFor(core, school))
const stepsFor = (core: Core, school: School): Step[] => (school.code === PLATFORM_CODE ? platformSteps(core) : stepsOf(core, school))
