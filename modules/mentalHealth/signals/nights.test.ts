import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { OutputOf } from '#model'
import type { nightCases } from '#modules/dormitory/nights/model/read-actions.ts'
import { sendDigests } from '#modules/dormitory/nights/server/digest.ts'
import { close } from '#modules/dormitory/nights/server/jobs.ts'
import { HOUR, iso, MINUTE, type NightSchool, night, nightSchool, now } from '#modules/dormitory/nights/testing.ts'
import { attentionCase } from '../attention/model/attention-case.ts'
import { judgePassages } from './server/passages.ts'
import { kept } from './testing.ts'

let s: NightSchool
let centre: string[]
beforeAll(async () => {
  s = await nightSchool()
  centre = [(await s.as({ roles: ['psychologist'] })).userId, (await s.as({ roles: ['psychologist'] })).userId]
})
afterAll(async () => {
  vi.useRealTimers()
  await s.close()
})
const begin = (studentId: string, more: object = {}) =>
  s.db.insert(attentionCase, {
    ...{ studentId, level: '3', state: 'open', openedAt: iso(now - 48 * HOUR), ownerId: centre[0], backupId: centre[1] },
    ...more,
  })
it('20-DN4 50-MH8 the counsellor’s list begins with students of begun cases, without a word why and for nobody without a layer', async () => {
  await s.hours({ opens: now - 5 * HOUR, closes: now - 4 * HOUR, curfew: now - 3 * HOUR, cutOff: now - 150 * MINUTE, opening: now + 5 * HOUR })
  await s.db.tx(db => close(db, now - 150 * MINUTE))
  await s.db.tx(db => sendDigests(db, night))
  const read = async (by = s.fdy) => (await by.get<OutputOf<typeof nightCases>>('dorm/nightLine/cases', { night, view: 'unsettled' })).data.cases.flatMap(c => c ?? [])
  const before = await read()
  expect(before.length).toBeGreaterThan(2)
  const last = before.at(-1)?.studentId ?? ''
  const proposed = before.at(-2)?.studentId ?? ''
  await begin(proposed, { state: 'proposed', openedAt: null })
  expect((await read()).map(c => c.studentId)).toEqual(before.map(c => c.studentId))
  await begin(last)
  const after = await read()
  expect(after.map(c => c.studentId)).toEqual([last, ...before.map(c => c.studentId).filter(id => id !== last)])
  // the row itself says nothing: it is the one it was
  expect(after[0]).toEqual(before.at(-1))
  expect((await read(s.officer)).map(c => c.studentId).indexOf(last)).not.toBe(0)
})
it('50-MH8 20-DA5 of a student in a begun case a day without a passage is a signal, of nobody else, and once for each last passage', async () => {
  const [watched, other, fresh] = [s.id(0), s.id(1), s.id(3)]
  await s.db.query(sql`update attention_case set state = 'closed' where tenant_id = ${s.tenantId}`)
  for (const id of [watched, fresh]) await begin(id)
  const door = await s.db.query<{ id: string }>(
    sql`insert into access_device (tenant_id, code, name, dorm_id, secret, last_seen_at) values (${s.tenantId}, 'mh8', '东门', ${s.dorms.women}, 'x', ${iso(now)}) returning id`,
  )
  const pass = (studentId: string, hours: number, direction: string) =>
    s.db.query(sql`insert into access_event (tenant_id, device_code, device_id, dorm_id, person_no, student_id, direction, event_at)
      values (${s.tenantId}, 'mh8', ${door[0]?.id}, ${s.dorms.women}, ${studentId}, ${studentId}, ${direction}, ${iso(now - hours * HOUR)})`)
  for (const id of [watched, other]) await pass(id, 25, 'in')
  await pass(fresh, 23, 'in')
  const run = () => s.db.tx(db => judgePassages(db, now))
  expect([await run(), await run()]).toEqual([1, 0])
  const days = async (id: string) => (await kept(s, id)).filter(k => k.signal === 'noPassage')
  expect([await days(watched), await days(other), await days(fresh)]).toMatchObject([[{ value: 25, state: 'new' }], [], []])
  expect((await days(watched))[0]?.caseId).not.toBeNull()
  // who has gone out is told of otherwise
  await pass(watched, 1, 'out')
  expect(await run()).toBe(0)
  // while a door is silent nothing is known
  await begin(other)
  const seen = (hours: number) => s.db.query(sql`update access_device set last_seen_at = ${iso(now - hours * HOUR)} where tenant_id = ${s.tenantId} and code = 'mh8'`)
  await seen(10)
  expect(await run()).toBe(0)
  await seen(0)
  expect(await run()).toBe(1)
})
