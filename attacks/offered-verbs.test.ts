import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Action, allEntities, type Entity, rowPermissions, stateAllows, stateFields } from '#model'
import { columnsOf } from '#server/data/columns.ts'
import { connected, quoted, tablesOf } from '#server/operate/tables.ts'
import { aimed } from '#testing/action-inputs.ts'
import { pageCalls } from '#testing/page-calls.ts'
import { callRoute, nameOf, type Route, routesOf } from '#testing/routes.ts'
import { type Actor, type Answer, accountOf, type School } from '#testing/school.ts'
import { openDemoSchool } from './demo-school.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })
type Row = Record<string, unknown> & { id: string; abilities?: Readonly<Record<string, boolean>> | null }
type Stored = { id: string; version: number }
/** Rows of each verb and state that are tried for one reader and page. */
const TRIED = 2
/** Verbs whose `id` is not that of a listed row. */
const OTHERS: Readonly<Record<string, string>> = {
  'dormitory.moveInPlan.setSlot': 'of a slot of the plan',
  'fee.optionalChoice.remind': 'of the offer',
  'loan.loanRenewalLine.remind': 'of the renewal',
  'outing.holidayDestination.remind': 'of the holiday',
  'repair.repairOrder.support': 'of an order of the same place, which the form for a new one shows',
  'standing.infoCheckLine.remind': 'of the check',
  'standing.registrationRecord.remind': 'of the batch',
  'system.user.endCover': 'of a cover',
}
/** Answers with rows among which people choose; no button belongs to one of them. */
const CHOICES: Readonly<Record<string, string>> = {
  'GET /api/base/classStaff/asOf': 'people by class; what is offered is for the class',
  'GET /api/base/process/getTaskSelect': 'choices of a filter',
  'GET /api/dorm/claimRound/forStaff': 'choices of a filter',
  'GET /api/dorm/dormRoom/overview': 'the tree of places beside a list',
  'GET /api/dorm/moveInPlan/load': 'the plan of the figures shown',
  'GET /api/dorm/presortPlan/forStaff': 'choices of a filter',
  'GET /api/graduation/graduationAudit/batches': 'the batch whose students are shown; its verbs stand in the list of batches',
}

let school: School
/** All rows by id, with their entity; no more than tests need of them, for there are hundreds of thousands. */
const rows = new Map<string, { of: Entity; row: Stored }>()
beforeAll(async () => {
  school = await openDemoSchool()
  for (const of of allEntities()) {
    const { table } = columnsOf(of)
    const stored = await school.db.query<Stored>(sql`select id, version from ${raw(table)} where tenant_id = ${school.tenantId}`)
    for (const row of stored) rows.set(row.id, { of, row })
  }
})
afterAll(() => school?.close())

/** An account of each role. */
const accounts = () =>
  school.db.query<{ role: string; name: string }>(sql`select distinct on (r.code, u.realm) r.code as role, u.user_name as name from role r
    join role_user ru on ru.tenant_id = r.tenant_id and ru.role_id = r.id join sys_user u on u.tenant_id = ru.tenant_id and u.id = ru.user_id
    where r.tenant_id = ${school.tenantId} order by r.code, u.realm, u.user_name`)
function* rowsIn(value: unknown): Generator<Row> {
  if (Array.isArray(value)) for (const one of value) yield* rowsIn(one)
  else if (value && typeof value === 'object') {
    if (typeof (value as Row).id === 'string' && rows.has((value as Row).id)) yield value as Row
    for (const one of Object.values(value)) yield* rowsIn(one)
  }
}
const routeOf = (routes: readonly Route[], of: Entity, verb: string): Route | undefined => routes.find(r => !r.action && r.url.endsWith(`/${of.wire}/${verb}`))
const isGranted = (permissions: ReadonlySet<string>, { permission }: Route): boolean => !permission || permission === 'signedIn' || permissions.has(permission)

interface Offer {
  who: Actor
  /** Reader, page and verb, for the failure message. */
  name: string
  verb: string
  route: Route
  of: Entity
  row: Stored
}
interface Page {
  page: string
  lists: Route[]
  verbs: ReadonlyArray<{ of: string; verb: string; route: Route }>
}
const pathOf = ({ module, of, name }: Action): string => `${module}.${of}.${name}`
/** Pages that read rows, with the verbs on single rows that they import. */
async function pagesOf(routes: readonly Route[]): Promise<Page[]> {
  const byAction = new Map(routes.flatMap(route => (route.action ? [[route.action, route] as const] : [])))
  return (await pageCalls()).map(({ page, actions, listed }) => {
    const called = [...actions].flatMap(a => byAction.get(a) ?? [])
    const records = [...listed].flatMap(of => (['update', 'remove'] as const).flatMap(verb => ({ of: of.name, verb, route: routeOf(routes, of, verb) })))
    return {
      page,
      lists: [...called.filter(r => r.method === 'GET' && !CHOICES[nameOf(r)]), ...[...listed].flatMap(of => routeOf(routes, of, 'list') ?? [])],
      verbs: [
        ...called.flatMap(route =>
          route.method === 'POST' && route.action?.input.id && !OTHERS[pathOf(route.action)] ? [{ of: route.action.of, verb: route.action.name, route }] : [],
        ),
        ...records.flatMap(({ of, verb, route }) => (route ? [{ of, verb, route }] : [])),
      ],
    }
  })
}
/** Whether the web draws the verb for this row: the state as answered, and what the row says its reader may not do. */
function isDrawn(of: Entity, row: Row, verb: string): boolean {
  if (row.abilities?.[verb] === false) return false
  const unknown = stateFields(of).some(([name, { verbs }]) => verbs[verb] && row[name] === undefined)
  return !unknown && stateAllows(of, row, verb)
}
async function offersTo(who: Actor, role: string, pages: readonly Page[]): Promise<Offer[]> {
  const me = await school.server.core.principals.of(school.tenantId, who.userId)
  const permissions = new Set(me?.permissions.keys())
  const answers = new Map<string, Row[]>()
  const known = new Map<string, string>()
  const read = async (route: Route): Promise<Row[]> => {
    const found = answers.get(nameOf(route))
    if (found) return found
    const answer = await callRoute(who, route, route.action ? aimed(route.action, of => known.get(of.name)).input : { size: 50 })
    const made = answer.code === 200 ? [...rowsIn(answer.data)] : []
    for (const { id } of made) known.set(rows.get(id)?.of.name ?? '', id)
    answers.set(nameOf(route), made)
    return made
  }
  const offers: Offer[] = []
  for (const { page, lists, verbs } of pages) {
    const held = verbs.filter(({ route }) => isGranted(permissions, route))
    const counts = new Map<string, number>()
    for (const list of held.length ? lists.filter(route => isGranted(permissions, route)) : [])
      for (const shown of await read(list)) {
        const { of, row } = rows.get(shown.id) as { of: Entity; row: Stored }
        for (const { verb, route } of held.filter(v => v.of === of.name)) {
          const name = `${role} sees ${verb} of ${of.name} on ${page} (${nameOf(list)})`
          const key = `${name} ${stateFields(of).map(([field]) => String(shown[field]))}`
          if ((counts.get(key) ?? 0) >= TRIED || !isDrawn(of, shown, verb)) continue
          counts.set(key, (counts.get(key) ?? 0) + 1)
          offers.push({ who, name, verb, route, of, row })
        }
      }
  }
  return offers
}
/** From now on calls that change a row fail when they commit, so that each finds the school as it was. */
async function commitNothing(): Promise<void> {
  const names = new Set(allEntities().map(of => columnsOf(of).table.replaceAll('"', '')))
  await connected(school.server.core.url, async client => {
    await client.query(`create function undo() returns trigger language plpgsql as $$ begin raise exception 'a call went through'; end $$`)
    for (const { name } of await tablesOf(client))
      if (names.has(name))
        await client.query(`create constraint trigger undo after insert or update or delete on ${quoted(name)} deferrable initially deferred for each row execute function undo()`)
  })
}
const inputOf = ({ route, of, row, verb }: Offer): Record<string, unknown> => {
  if (verb === 'remove' && !route.action) return { ids: [row.id] }
  const input = route.action ? aimed(route.action, to => (to === of ? row.id : undefined)).input : { id: row.id }
  return { ...input, ...(route.action && !route.action.input.version ? {} : { version: row.version }) }
}
/** 404 may be due to another row that the input names; the test names none that the reader has chosen. */
const namesOthers = ({ input }: Action): boolean =>
  Object.entries(input).some(([name, { kind, options }]) => name !== 'id' && options.required && (kind === 'ref' || /Ids?$/.test(name)))
function isRefused({ route, verb }: Offer, { code, errors }: Answer<unknown>): boolean {
  if (errors.some(({ rule }) => rule.endsWith('.state'))) return true
  if (code === 404) return !route.action || !namesOthers(route.action)
  return code === 403 || (code === 409 && verb !== 'remove')
}
/** What the offered verbs of these readers answer, where that is a refusal the page could have known. */
async function refusals(readers: ReadonlyArray<{ who: Actor; role: string }>): Promise<{ tried: number; wrong: string[] }> {
  const pages = await pagesOf(routesOf(school).filter(r => !r.open && r.action?.realm !== 'platform'))
  const said = new Map<string, string | undefined>()
  const wrong = new Set<string>()
  const offers: Offer[] = []
  for (const { who, role } of readers) offers.push(...(await offersTo(who, role, pages)))
  await commitNothing()
  for (const offer of offers) {
    const key = `${offer.who.userId} ${nameOf(offer.route)} ${offer.row.id}`
    if (!said.has(key)) {
      const answer = await callRoute(offer.who, offer.route, inputOf(offer))
      said.set(key, isRefused(offer, answer) ? `${answer.code} ${answer.msg}` : undefined)
    }
    const refusal = said.get(key)
    if (refusal) wrong.add(`${offer.name}: ${refusal}`)
  }
  return { tried: said.size, wrong: [...wrong] }
}
/** Reads every row, but may change only its own. */
async function narrowRole(code: string): Promise<void> {
  const narrowed = allEntities().flatMap(of => rowPermissions(of).map(({ permission }) => permission))
  await school.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${school.tenantId}, ${code}, ${code}, 'all') returning id)
    insert into role_menu (tenant_id, role_id, menu_id, scope_override)
    select ${school.tenantId}, made.id, m.id, case when m.permission_key = any(${narrowed}::text[]) then 'self' end from made cross join menu m where m.tenant_id = ${school.tenantId}`)
  await school.server.core.principals.changed(school.tenantId)
}
it('excuses only calls and verbs that there are', () => {
  const routes = routesOf(school)
  expect(Object.keys(CHOICES).filter(name => !routes.some(route => nameOf(route) === name))).toEqual([])
  expect(Object.keys(OTHERS).filter(path => !routes.some(({ action }) => action && pathOf(action) === path))).toEqual([])
})
it('no page offers a verb on a row that then answers that there is no such row, no permission or no such state', async () => {
  const readers = await Promise.all((await accounts()).map(async ({ role, name }) => ({ role, who: await accountOf(school, name) })))
  await narrowRole('narrow')
  readers.push({ role: 'narrow', who: await school.as({ roles: ['narrow'] }) })
  const { tried, wrong } = await refusals(readers)
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(400)
})
