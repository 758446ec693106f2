import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { forEachTenant } from '#server/data/each-tenant.ts'
import { NIGHT_DUE } from './server/due.ts'
import { type NightSchool, nightSchool } from './testing.ts'

let s: NightSchool
beforeAll(async () => {
  s = await nightSchool()
})
afterAll(async () => {
  vi.useRealTimers()
  await s.close()
})
const isDue = async (): Promise<boolean> => (await forEachTenant(s.server.core, `select to_jsonb(1) where exists (${NIGHT_DUE})`, {}, [s.tenantId])).length > 0
/** Sets the roster time to noon, so that the running night's roster is always due. */
const rosterAtNoon = () =>
  s.db.query(sql`insert into base_params (tenant_id, params_id, content, version)
    select ${s.tenantId}, 'dormitory', coalesce((select content from base_params where tenant_id = ${s.tenantId} and params_id = 'dormitory' order by version desc limit 1), '{}') || '{"nightRosterAt": "12:00"}',
      1000`)

it('20-DN1 the clock has something to do from the hour of the roster until every building has closed its night', async () => {
  await rosterAtNoon()
  await s.db.query(sql`update dorm_night set closed_at = now() where tenant_id = ${s.tenantId}`)
  await s.db.query(sql`delete from night_line where tenant_id = ${s.tenantId}`)
  await s.db.query(sql`delete from dorm_night where tenant_id = ${s.tenantId} and night_date = (now() - interval '12 hours')::date`)
  expect(await isDue()).toBe(true)
  await s.db.query(sql`insert into dorm_night (tenant_id, night_date, dorm_id, opens_at, closes_at, gate_after, curfew, cut_off, gate_opening, ways, closed_at)
    select tenant_id, (now() - interval '12 hours')::date, id, now(), now(), now(), now(), now(), now(), '[]', now() from dorm_building where tenant_id = ${s.tenantId}`)
  expect(await isDue()).toBe(false)
  await s.db.query(sql`update dorm_night set closed_at = null where tenant_id = ${s.tenantId} and dorm_id = ${s.dorms.women} and night_date = (now() - interval '12 hours')::date`)
  expect(await isDue()).toBe(true)
})
