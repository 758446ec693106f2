import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { forEachTenant } from '#server/data/each-tenant.ts'
import { askedOn, listedOn } from '#testing/questions.ts'
import { NIGHT_DUE } from './server/due.ts'
import { type NightSchool, night, nightSchool } from './testing.ts'

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

it('60 §9 who is not in, and who stayed out again and again, is what one reckons from the lines of fourteen nights', async () => {
  const last = addDays(night, 60)
  const women = s.women.map(w => w.id)
  const kinds = ['present', 'absent', 'explained', 'excused', 'late', 'pending', 'present'] as const
  const lines = women.flatMap((id, who) =>
    Array.from({ length: 18 }, (_, back) => ({
      id,
      night: addDays(last, -back),
      kind: who < 2 ? ('present' as const) : (kinds[(who * 5 + back * 3 + ((who * back) % 4)) % kinds.length] ?? 'present'),
    })),
  )
  await s.db.query(sql`insert into class_history (tenant_id, student_id, "from", status, class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date, cause)
    select tenant_id, id, ${night}::date, status, class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date, 'enrolled' from student
    where tenant_id = ${s.tenantId} and id = any(${women}::uuid[])`)
  for (const { id, night: on, kind } of lines) {
    const [result, handled] = [kind === 'explained' ? 'absent' : kind, kind === 'explained' ? 'explained' : kind === 'absent' ? 'open' : null]
    await s.db.query(sql`insert into night_line (tenant_id, night_date, student_id, class_id, department_id, bed_id, room_id, floor_id, dorm_id, expected, result, opened_at, handled_state)
      select tenant_id, ${on}::date, student_id, class_id, department_id, bed_id, room_id, floor_id, dorm_id, ${kind === 'excused' ? 'excused' : 'expected'}, ${result},
        case when ${handled}::text is not null then now() end, ${handled} from night_line where tenant_id = ${s.tenantId} and student_id = ${id} and night_date = ${night}::date`)
  }
  const reckoned = (day: string) => {
    const ofNight = lines.filter(l => l.night === day)
    const out = (id: string) => lines.filter(l => l.id === id && l.kind === 'absent' && l.night <= day && l.night > addDays(day, -14)).length
    const absent = ofNight.filter(l => l.kind === 'absent').map(l => l.id)
    const repeated = women.filter(id => out(id) >= 2)
    return { absent, absentOf: ofNight.filter(l => l.kind !== 'excused').length, repeated, listed: [...new Set([...absent, ...repeated])].sort() }
  }
  const days = [addDays(last, -3), addDays(last, -1), last]
  const found = await askedOn(s, 'dormitory.absentNights', days)
  expect(found.map(f => [f.day, f.absent, f.absentOf, f.repeated])).toEqual(
    days.map(day => {
      const { absent, absentOf, repeated } = reckoned(day)
      return [day, absent.length, absentOf, repeated.length]
    }),
  )
  expect(reckoned(last).repeated.length).toBeGreaterThan(0)
  expect(await listedOn(s, 'dormitory.absentNights', last)).toEqual(reckoned(last).listed)
})

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
