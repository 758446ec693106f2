import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allEntities, entityNamed, hasEntity } from '#model'
import { alumnus } from '#modules/alumni/records/model/alumnus.ts'
import { workLog } from '#modules/counsellor/log/model/work-log.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { roleWithoutReveal, withoutReveals } from '#testing/grants.ts'
import { nameOf, routesOf } from '#testing/routes.ts'
import { type Actor, accountOf, type School } from '#testing/school.ts'
import { openDemoSchool } from './demo-school.ts'
import { PersonalValues, personalFields, plantValues } from './personal-values.ts'
import { type ActionRoute, Reader, type StoredRow, someRows } from './reader.ts'

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 600_000 })
/** Accounts of the demo school that differ most in roles, people and tasks. */
const ACCOUNTS = ['fdy', 'dormManager', 'student', 'newStudent', 'applicant'] as const
let school: School
let values: PersonalValues
let rows: Map<string, StoredRow[]>
let actions: ActionRoute[]
let readers: Reader[]
let streams: Stream[]
beforeAll(async () => {
  school = await openDemoSchool()
  // a table keeps contacts only of those who agree
  await school.db.updateWhere(alumnus, { contactConsent: false }, { contactConsent: true }, { history: false })
  // and the words of talks only of talks
  await school.db.updateWhere(workLog, sql`t.kind not in ('talk', 'homeVisit', 'homeContact')`, { kind: 'talk' }, { history: false })
  expect(await plantValues(school)).toEqual([])
  values = await PersonalValues.of(school)
  rows = await someRows(school)
  await withoutReveals(school)
  await roleWithoutReveal(school, 'clerk', 'all')
  actions = routesOf(school).filter((r): r is ActionRoute => r.action !== undefined)
  const clerk = await school.as({ roles: ['clerk'] })
  // somebody who once studied here, so that what alumni read answers, too
  await school.db.query(
    sql`update sys_user set person_id = (select person_id from alumnus where tenant_id = ${school.tenantId} and person_id is not null limit 1) where id = ${clerk.userId}::uuid`,
  )
  const people: Array<[string, Actor]> = [['clerk', clerk]]
  for (const name of ACCOUNTS) people.push([name, await accountOf(school, name)])
  readers = await Promise.all(people.map(([name, who]) => Reader.of(school, name, who, values)))
  const address = await school.server.app.listen({ host: '127.0.0.1', port: 0 })
  streams = await Promise.all(people.map(([, who]) => stream(address, who)))
})
afterAll(async () => {
  for (const one of streams ?? []) one.leave()
  await school?.close()
})

interface Stream {
  text(): string
  leave(): void
}
/** Event stream of a user during the test. */
async function stream(address: string, who: Actor): Promise<Stream> {
  const away = new AbortController()
  const answer = await fetch(`${address}/api/flySource-base/message/stream`, { headers: { 'FlySource-Auth': `bearer ${who.token}` }, signal: away.signal })
  let text = ''
  const taking = async (): Promise<void> => {
    for await (const part of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) text += part
  }
  taking().catch(() => {}) // rejects when the stream is closed
  return { text: () => text, leave: () => away.abort() }
}
const services = () => school.server.core.registry.modules.flatMap(m => m.entities.map(e => [m.service, e] as const))
/** Events since the last call. */
function told(): string[] {
  const all = [...new Set(readers.flatMap(r => [...r.told]))].sort()
  for (const reader of readers) reader.told.clear()
  return all
}
const answered = (): ReadonlySet<string> => new Set(readers.flatMap(r => [...r.answered]))
/** Fields whose values also occur openly in another entity and cannot be distinguished from those. */
const OPEN_TOO: Readonly<Record<string, string>> = {
  'leave.contactName': 'a relative, whom whoever may list relatives reads by name',
  'student.emergencyName': 'the same',
  'presortWish.roommates': 'student numbers',
  'enlistRecord.familyName': 'a relative',
  'aidSurvey.homeCanton': 'a code of the national regions',
  'aidSurvey.specialGroups': 'codes of groups, which every index model names',
  'aidRecognition.groups': 'the same',
  'aidRecognition.acceptedGroups': 'the same',
  'specialList.group': 'the same',
  'aidRecognition.level': 'codes of levels, which every batch names',
  'greenChannel.reasons': 'codes of a dictionary',
  'welcomeInfo.emergencyPhone': 'a relative, whose phone is protected in the list of relatives, too',
  'punishment.aggravating': 'codes of a dictionary',
  'punishment.mitigating': 'the same',
}

describe('nobody without a permission to reveal is told a personal or sensitive value of somebody else', () => {
  it('every such field has values to look for', () => {
    const all = allEntities().flatMap(e => personalFields(e).map(([name]) => `${e.name}.${name}`))
    expect(all.length).toBeGreaterThan(40)
    // heights have no unique values
    expect(all.filter(name => !values.fields.has(name))).toEqual(['presortWish.height'])
    expect(values.alsoOpen.filter(pair => !OPEN_TOO[pair.split(' ')[0] ?? ''])).toEqual([])
  })
  it('by record verbs, exports, papers and the query tool', async () => {
    for (const reader of readers) {
      for (const [service, e] of services()) await reader.read(service, e, rows.get(e.name) ?? [])
      await reader.query(subject => (hasEntity(subject) ? personalFields(entityNamed(subject)).map(([name]) => name) : []))
    }
    expect(told()).toEqual([])
    expect(answered().size).toBeGreaterThan(500)
  })
  it.each([
    ['GET', 3, 0.9],
    ['POST', 2, 0.2],
  ] as const)('by actions: %s', async (method, turns, least) => {
    const some = actions.filter(route => route.method === method)
    for (let turn = 0; turn < turns; turn++) for (const reader of readers) for (const route of some) await reader.act(route, rows, turn)
    expect(told()).toEqual([])
    expect(some.filter(route => answered().has(nameOf(route))).length / some.length).toBeGreaterThan(least)
  })
  it('by the live stream', async () => {
    await school.server.settle()
    for (const [i, one] of streams.entries()) readers[i]?.look('GET message/stream', one.text())
    expect(streams.every(one => one.text().includes('event: count'))).toBe(true)
    expect(told()).toEqual([])
  })
  it('and would be found, if a single field were not declared as personal', async () => {
    const [clerk] = readers as [Reader]
    const options = familyMember.fields.phone.options as { sensitivity?: string }
    const { sensitivity } = options
    Reflect.deleteProperty(options, 'sensitivity')
    try {
      await clerk.read('base', familyMember, rows.get(familyMember.name) ?? [])
    } finally {
      options.sensitivity = sensitivity as string
    }
    const found = told().join()
    for (const way of ['GET /api/base/familyMember/list', 'GET /api/base/familyMember/getOne', 'POST /api/base/familyMember/export'])
      expect(found).toContain(`familyMember.phone in ${way}`)
  })
})
