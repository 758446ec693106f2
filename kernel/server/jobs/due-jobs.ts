import { PLATFORM_CODE } from '../access/platform-tenant.ts'
import type { Core } from '../data/core.ts'
import { forEachTenant } from '../data/each-tenant.ts'
import { type NamedModules, runsInBackground } from '../licence/licensed-modules.ts'
import { nextTimes } from './cron.ts'
import type { ScheduledJob } from './scheduled-job.ts'

/** A job that is due in one school. */
export interface DueJob {
  tenantId: string
  id: string
  code: string
  cron: string
  /** Requested by a user, or an earlier run failed or died: it runs whether or not there is something to do. */
  mustRun: boolean
}
export interface SchoolJobs {
  tenantId: string
  modules: NamedModules
  jobs: Array<Omit<DueJob, 'tenantId'>>
}
type Jobs = Pick<Core, 'pool' | 'registry' | 'works'>

const FIND = `select jsonb_build_object('tenantId', t.id, 'modules', l.modules, 'jobs', coalesce(due.jobs, '[]'))
  from tenant t left join licence l on l.tenant_id = t.id and l.id = t.licence_id cross join lateral (
    select jsonb_agg(jsonb_build_object('id', id, 'code', code, 'cron', cron, 'mustRun', is_asked or tries > 0 or held_until is not null) order by next_at) as jobs
    from job where tenant_id = $1 and (is_asked or is_enabled) and next_at <= now() and (held_until is null or held_until < now())) due
  where t.id = $1`
/** Every open school with its due jobs. */
export const dueJobs = (core: Jobs): Promise<SchoolJobs[]> => forEachTenant(core, FIND)

const ENSURE = `with made as (insert into job (tenant_id, code, name, cron, misfire, next_at)
    select $1, x.code, x.name, x.cron, x.misfire, x.next_at
    from jsonb_to_recordset($2 -> 'jobs') x(code text, name text, cron text, misfire text, is_platform boolean, next_at timestamptz)
    where not x.is_platform or exists (select from tenant where id = $1 and code = '${PLATFORM_CODE}')
    on conflict (tenant_id, code) do update set name = excluded.name where job.name <> excluded.name returning 1)
  select to_jsonb(count(*)) from made`
/** Creates the jobs these schools lack; their settings are kept. */
export async function ensureJobs(core: Jobs, tenantIds: readonly string[]): Promise<void> {
  const jobs = [...core.works.values()].map(({ code, name, cron, misfire, isPlatform }) => ({
    ...{ code, name, cron, misfire },
    is_platform: isPlatform ?? false,
    next_at: nextTimes(cron, 1)[0]?.toISOString(),
  }))
  await forEachTenant(core, ENSURE, { jobs }, tenantIds)
}
/** Advances the job to its next time in schools where it has nothing to do, and returns the ids of the others. A job that another process has handled meanwhile is not returned. */
const passOver = (due: string): string => `with idle as (
    update job set next_at = ($2 ->> 'next')::timestamptz, failures = 0, last_at = now(), last_state = 'done', empty_runs = empty_runs + 1
    where tenant_id = $1 and code = $2 ->> 'code' and cron = $2 ->> 'cron' and is_enabled and not is_asked and tries = 0 and held_until is null and next_at <= now()
      and not exists (${due}) returning id)
  select to_jsonb(id) from job where tenant_id = $1 and code = $2 ->> 'code' and (is_asked or is_enabled) and next_at <= now() and (held_until is null or held_until < now())
    and id not in (select id from idle)`
const NOTHING = 'select where false'
/** The query that finds a row in a school with work for this job; without one the job always runs. */
export const dueQuery = ({ registry }: Pick<Jobs, 'registry'>, { due }: Pick<ScheduledJob, 'due'>): string | undefined =>
  typeof due === 'function' ? due(point => registry.of(point)).join(' union all ') || NOTHING : due

/** Advances idle jobs, with one statement per job and time over all schools; returns those that must run. */
export async function withoutIdle(core: Jobs, schools: readonly SchoolJobs[]): Promise<DueJob[]> {
  const due = schools.flatMap(({ tenantId, modules, jobs }) => {
    if (!jobs.length) return []
    const runs = runsInBackground(core.registry.modules, modules)
    return jobs.flatMap(job => {
      const work = core.works.get(job.code)
      if (!work) return []
      const owner = core.registry.moduleOf(work)
      return [{ tenantId, ...job, query: owner !== undefined && !runs(owner) ? NOTHING : dueQuery(core, work) }]
    })
  })
  const asked = due.filter(job => job.query !== undefined && !job.mustRun)
  const running = new Set(due.filter(job => !asked.includes(job)).map(job => job.id))
  for (const alike of Map.groupBy(asked, job => `${job.code}\n${job.cron}\n${job.query}`).values()) {
    const [{ code, cron, query = NOTHING }] = alike as [(typeof alike)[number]]
    const ids = alike.map(job => job.tenantId)
    for (const id of await forEachTenant<string>(core, passOver(query), { code, cron, next: nextTimes(cron, 1)[0]?.toISOString() }, ids)) running.add(id)
  }
  return due.filter(job => running.has(job.id))
}
