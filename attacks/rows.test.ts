import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { allEntities, type Entity } from '#model'
import { connected, quoted, tablesOf } from '#server/operate/tables.ts'
import { aimed, type RowOf } from '#testing/action-inputs.ts'
import { roleWithEverything } from '#testing/grants.ts'
import { callRoute, nameOf, type Route, routesOf } from '#testing/routes.ts'
import type { Actor, School } from '#testing/school.ts'
import { type WriteRecorder, type Written, writeRecorder } from '#testing/write-recorder.ts'
import { openDemoSchool } from './demo-school.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Tables that refused calls may write to: counters, audit log, error log, used idempotency keys. */
const TRAILS = ['api_day', 'audit_log', 'audit_subject', 'error_log', 'idempotency_key']
/** Actions open to all people concerned, although the rows are in no data scope but the office's. */
const FOR_ALL: Readonly<Record<string, string>> = {
  'POST /api/alumni/alumniNotice/open': 'a notice to all alumni is for every one of them to open; whoever is not meant finds none (30-AN1)',
  'POST /api/alumni/alumniEnrolment/enrol': 'every alumnus may enrol in a published activity, for themselves (30-AN2)',
  'GET /api/dorm/claimRound/deltas': 'which beds of a round are still free is for everybody who chooses in it',
  'GET /api/dorm/claimRound/places': 'the same, as places',
  'GET /api/dorm/presortRun/ofPlan': 'a plan that has been tried is for all staff with students in it; these are its sums, no persons',
  'GET /api/workflow/publicNotice/people': 'a public notice shows its masked list to whom it is shown to',
  'GET /api/welcome/claimLink/overview': 'names the rounds and opening times of a batch to staff with newcomers in it; its people are those in scope',
  'POST /api/workflow/objection/raise': 'whoever reads a public notice may object to a line of it',
}
let school: School
let other: School
let eye: WriteRecorder
let actions: Route[]
beforeAll(async () => {
  school = await openDemoSchool()
  other = await school.another()
  await roleWithEverything(school, 'only_own', 'self')
  await roleWithEverything(other, 'everything', 'all')
  eye = await writeRecorder(school.server.core.url)
  // Generic record verbs are covered by the conformance tests; this covers the modules' own actions.
  actions = routesOf(school).filter(r => r.action && !r.open && r.action.realm !== 'platform')
})
afterAll(() => school?.close())

type Allowed = Readonly<Record<string, string>>
interface Report {
  /** Number of actions that reference rows. */
  shots: number
  /** Leaks and writes of out-of-scope rows, and 5xx responses. */
  wrong: string[]
}
/** Calls every action with references to out-of-scope rows; `hidden` are the ids that must not be returned, `isTouched` whether a write affects one. */
async function shoot(
  who: Actor,
  rowOf: RowOf,
  hidden: ReadonlySet<string>,
  isTouched: (written: Written, ids: readonly string[]) => boolean,
  allowed: Allowed = {},
): Promise<Report> {
  const found: Report = { shots: 0, wrong: [] }
  await school.server.settle()
  await eye.seen()
  for (const route of actions) {
    if (!route.action || allowed[nameOf(route)]) continue
    const { input, ids } = aimed(route.action, rowOf)
    if (!ids.some(id => hidden.has(id))) continue
    found.shots += 1
    const answer = await callRoute(who, route, input)
    const told = new Set(answer.raw.toString().match(UUID) ?? [])
    if (answer.code === 401 || answer.code >= 500) found.wrong.push(`${nameOf(route)} answers ${answer.code}`)
    for (const id of told) if (hidden.has(id) && !ids.includes(id)) found.wrong.push(`${nameOf(route)} tells ${id}`)
    if (answer.code === 200) await school.server.settle()
    for (const written of await eye.seen())
      if (!TRAILS.includes(written.table) && isTouched(written, ids)) found.wrong.push(`${nameOf(route)} answers ${answer.code} and does ${written.how} on ${written.table}`)
  }
  return { ...found, wrong: [...new Set(found.wrong)] }
}
/** All row ids of a school. */
const idsOf = (tenantId: string): Promise<Set<string>> =>
  connected(school.server.core.url, async client => {
    const tables = (await tablesOf(client)).filter(t => t.columns.includes('id') && t.columns.includes('tenant_id'))
    const { rows } = await client.query<{ id: string }>(tables.map(t => `select id::text from ${quoted(t.name)} where tenant_id = $1`).join(' union all '), [tenantId])
    return new Set(rows.map(r => r.id).filter(id => id.length === 36))
  })

it('no event of the demo school has failed', async () => {
  await school.server.settle()
  const { rows } = await connected(school.server.core.url, client => client.query<{ listener: string; error: string }>('select distinct listener, error from event_delivery'))
  expect(rows).toEqual([])
})
it('10-T6 no action tells or touches rows of another school, whoever calls it', async () => {
  const rows = new Map<string, string>()
  for (const e of allEntities()) {
    const [row] = (await school.db.unscoped(e).all({}, { limit: 1 })) as Array<{ id: string }>
    if (row) rows.set(e.name, row.id)
  }
  const stranger = await other.as({ roles: ['everything'] })
  const { shots, wrong } = await shoot(
    stranger,
    e => rows.get(e.name),
    await idsOf(school.tenantId),
    ({ tenantId, text }, ids) => tenantId === school.tenantId || ids.some(id => text.includes(id)),
  )
  expect(wrong).toEqual([])
  expect(shots).toBeGreaterThan(300)
})
it('10-U6 no action tells or touches rows outside the data scope: a student who holds every permission reaches nobody else', async () => {
  const [me, victim] = await school.db.query<{ id: string }>(sql`select id from student where tenant_id = ${school.tenantId} order by id limit 2`)
  const student = await school.as({ roles: ['only_own'], studentId: me?.id ?? null })
  const principal = await school.server.core.principals.of(school.tenantId, student.userId)
  if (!principal || !victim) throw new Error('nobody to attack')
  const rows = new Map<string, string>()
  const hidden = new Set<string>()
  for (const e of allEntities()) {
    const all = (await school.db.unscoped(e).all()) as Array<{ id: string; studentId?: string }>
    const own = e.options.scope.everyone ? all : ((await (await school.db.reachOf(e, principal, [{ roleCode: 'only_own', scope: 'self' }])).all()) as Array<{ id: string }>)
    const mine = new Set(own.map(r => r.id))
    const theirs = all.filter(r => !mine.has(r.id))
    if (!e.options.scope.everyone) for (const { id } of theirs) hidden.add(id)
    const aim = theirs.find(r => r.studentId === victim.id) ?? theirs[0] ?? all[0]
    if (aim) rows.set(e.name, e.name === 'student' ? victim.id : aim.id)
  }
  const { shots, wrong } = await shoot(
    student,
    (e: Entity) => rows.get(e.name),
    hidden,
    ({ text }, ids) => ids.some(id => hidden.has(id) && text.includes(id)),
    FOR_ALL,
  )
  expect(wrong).toEqual([])
  expect(shots).toBeGreaterThan(200)
})
