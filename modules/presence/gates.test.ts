import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { campus } from '#modules/campus/model/places.ts'
import { escalateReturns } from '#modules/dormitory/holidays/server/returns.ts'
import { today } from '#server/base/today.ts'
import { reconcileAll } from './server/jobs.ts'
import { reconcileStudents } from './server/reconcile-set.ts'
import { ago, conflictsIn, one, type PresenceSchool, presenceSchool, push, resolve } from './testing.ts'

let s: PresenceSchool
beforeAll(async () => {
  s = await presenceSchool()
})
afterAll(() => s.close())
const conflictsOf = (studentId: string) => conflictsIn(s, studentId)

it('60-PR1 20-DH7 who does not come back from a holiday is away until the deadline, overdue after it, and back by what staff note', async () => {
  const who = s.woman(1)
  const day = addDays(today(), -1)
  const [plan] = await s.db.query<{ id: string }>(sql`insert into holiday_plan (tenant_id, process_type, name, begin_time, end_time, audience, state, holiday_from, holiday_to)
    values (${s.tenantId}, 'holidayStay', '短假', ${ago(300)}, ${ago(200)}, '{}', 'closed', ${addDays(day, -4)}, ${day}) returning id`)
  const [gone] = await s.db.query<{
    id: string
  }>(sql`insert into holiday_destination (tenant_id, plan_id, student_id, department_id, class_id, choice, leave_at, back_planned, answered_at)
    select t.tenant_id, ${plan?.id}::uuid, t.id, t.department_id, t.class_id, 'home', ${schoolInstant(addDays(day, -4))}::timestamptz, ${schoolInstant(day)}::timestamptz, ${ago(250)}::timestamptz from student t where t.id = ${who.id} returning id`)
  const before = schoolInstant(day, '12:00')
  await reconcileStudents(s.db, [who.id], before)
  expect(await s.stateOf(who.id)).toMatchObject({ state: 'holidayAway' })
  await push(s, s.lan, []) // the doors speak
  await escalateReturns(s.db)
  await s.quiet()
  expect(await s.stateOf(who.id)).toMatchObject({ state: 'overdue' })
  const [conflict] = await conflictsOf(who.id)
  expect(conflict).toMatchObject({ code: 'PC2', state: 'open', sourceKind: null })
  expect((await resolve(s.fdy, conflict?.id, 'back')).code).toBe(422)
  expect((await s.fdy.post('outing/holidayDestination/close', { ids: [gone?.id] })).code).toBe(200)
  await s.quiet()
  expect(await s.stateOf(who.id)).toMatchObject({ state: 'inSchool', confidence: 'high' })
  expect(await conflictsOf(who.id)).toMatchObject([{ state: 'auto' }])
})
it('60-PR4 two campuses closer in time than the way between them takes are asked about once', async () => {
  const who = s.woman(9)
  const [own] = await s.db.query<{ id: string }>(sql`select campus_id as id from dorm_building where tenant_id = ${s.tenantId} and id = ${s.dorms.men}`)
  const lies = (campusId: string) =>
    s.db.query(sql`update building set campus_id = ${campusId} where tenant_id = ${s.tenantId} and id = (select building_id from dorm_building where id = ${s.dorms.men})`)
  await lies((await s.db.insert(campus, { code: 'JDA', name: '江对岸校区' })).id)
  await push(s, s.lan, [one(who, 'in', ago(3)), one(who, 'out', ago(1))])
  await push(s, s.zhu, [one(who, 'in', ago(0.4))])
  await s.quiet()
  expect((await conflictsOf(who.id)).filter(c => c.code === 'PC6')).toEqual([])
  await push(s, s.lan, [one(who, 'in', ago(0.2))])
  await s.quiet()
  const hurried = async () => (await conflictsOf(who.id)).filter(c => c.code === 'PC6')
  const [found] = await hurried()
  expect(found).toMatchObject({ code: 'PC6', state: 'open' })
  await reconcileAll(s.db)
  expect(await hurried()).toHaveLength(1)
  expect((await resolve(s.fdy, found?.id, 'called')).code).toBe(422)
  expect((await resolve(s.fdy, found?.id, 'clockFault')).code).toBe(200)
  await reconcileAll(s.db)
  expect(await hurried()).toMatchObject([{ state: 'resolved', result: 'clockFault' }])
  await lies(own?.id ?? '')
})
it('60-PR4 somebody missing is looked for until they are seen, also when the last sighting is too old to be read', async () => {
  const [who] = await s.students(1) // without a bed, so that no silent door holds it
  const id = who?.id ?? ''
  await push(s, s.lan, [one(who as never, 'in', ago(80))])
  await reconcileStudents(s.db, [id])
  const [asked] = await conflictsOf(id)
  expect(asked).toMatchObject({ code: 'PC7', state: 'open' })
  const before = await s.stateOf(id)
  await reconcileStudents(s.db, [id], new Date(Date.now() + 6 * DAY_MS).toISOString())
  expect(await s.stateOf(id)).toEqual(before)
  expect(await conflictsOf(id)).toMatchObject([{ id: asked?.id, state: 'open' }])
  await push(s, s.lan, [one(who as never, 'in', ago(0.1))])
  await s.quiet()
  expect(await conflictsOf(id)).toMatchObject([{ id: asked?.id, state: 'auto' }])
})
it('60-PR6 a run that waits for another finds the states of the moment after it', async () => {
  const [who] = await s.students(1)
  const id = who?.id ?? ''
  await reconcileStudents(s.db, [id])
  const { run, released } = await s.db.tx(async tx => {
    await tx.query(sql`select from presence_state where student_id = ${id} for update`)
    const begun = reconcileStudents(s.db, [id])
    const waiting = sql`select w.pid from pg_locks w join pg_locks own on own.transactionid = w.transactionid and own.pid = pg_backend_pid() and own.granted where not w.granted`
    await expect.poll(async () => (await tx.query(waiting)).length).toBe(1)
    await tx.query(sql`update student set status = 'suspended' where id = ${id}`)
    return { run: begun, released: Date.now() }
  })
  expect(await run).toBe(1)
  const [change] = await s.db.query<{ at: string; state: string }>(sql`select at, state from presence_change where student_id = ${id} order by at desc limit 1`)
  expect(change?.state).toBe('notAtSchool')
  expect(Date.parse(change?.at ?? '')).toBeGreaterThanOrEqual(released)
})
it('60-PR6 a door whose clock is ahead counts at once', async () => {
  const who = s.woman(8)
  await push(s, s.lan, [one(who, 'in', ago(-0.05))])
  await s.quiet()
  expect(await s.stateOf(who.id)).toMatchObject({ state: 'inDorm', confidence: 'high' })
})
