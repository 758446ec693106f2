import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { dormBuilding } from '#modules/dormitory/places/model/places.ts'
import type { Actor } from '#testing/school.ts'
import type { emergencyRoll } from './model/roll.ts'
import { ago, awayOn, one, type PresenceSchool, presenceSchool, push } from './testing.ts'

let s: PresenceSchool
let buildingId: string
beforeAll(async () => {
  s = await presenceSchool()
  buildingId = (await s.db.unscoped(dormBuilding).one(s.dorms.women)).buildingId
})
afterAll(() => s.close())
const roll = (who: Actor, purpose = '消防疏散演练', id = buildingId) => who.post<OutputOf<typeof emergencyRoll>>('presence/presenceState/roll', { buildingId: id, purpose })

it('60 §10 the emergency roll names who is probably in the building, the most certain first, for a purpose and on record', async () => {
  const [sure, older, out, onLeave, elsewhere] = [s.woman(0), s.woman(1), s.woman(2), s.woman(3), s.man]
  await awayOn(s, onLeave.id, ago(10), ago(-20))
  await push(s, s.lan, [one(sure, 'in', ago(1)), one(older, 'in', ago(10)), one(out, 'in', ago(3)), one(out, 'out', ago(0.5)), one(onLeave, 'in', ago(2))])
  await push(s, s.zhu, [one(elsewhere, 'in', ago(1))])
  await s.quiet()
  const audits = () => s.counted(sql`audit_log where tenant_id = ${s.tenantId} and biz_type = 'presenceState' and action = 'reveal'`)
  const before = await audits()
  expect((await roll(s.officer, '看')).code).not.toBe(200)
  expect((await roll(s.other)).code).toBe(422)
  expect(await audits()).toBe(before)
  const { data } = await roll(s.officer)
  const ids = data.people.map(p => p?.studentId)
  // seen entering first, also one who should be on leave; then residents of whom nothing is known
  expect(ids.slice(0, 3)).toEqual([sure.id, older.id, onLeave.id])
  expect(data.people.slice(0, 3).map(p => p?.confidence)).toEqual(['high', 'medium', 'low'])
  expect(data.people.slice(3).every(p => p?.state === 'unknown' && p.confidence === 'low')).toBe(true)
  expect(ids).toContain(s.woman(9).id)
  for (const gone of [out.id, elsewhere.id]) expect(ids).not.toContain(gone)
  expect(data.people[0]?.phone).not.toContain('*')
  expect(await audits()).toBe(before + 1)
  expect(await s.counted(sql`audit_subject where tenant_id = ${s.tenantId} and student_id = any(${ids}::uuid[])`)).toBe(ids.length)
  // the manager of the building, not that of another; no student
  expect((await roll(s.manager)).data.people).toHaveLength(ids.length)
  expect((await roll(await s.self(sure.id))).code).toBe(403)
})
