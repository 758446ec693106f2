import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allButOne, roleWithEverything } from '#testing/grants.ts'
import { callRoute, nameOf, type Route, routesOf } from '#testing/routes.ts'
import type { Actor, School } from '#testing/school.ts'
import { type WriteRecorder, type Written, writeRecorder } from '#testing/write-recorder.ts'
import { openDemoSchool } from './demo-school.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })
let school: School
let eye: WriteRecorder
let routes: Route[]
beforeAll(async () => {
  school = await openDemoSchool()
  routes = routesOf(school)
  await roleWithEverything(school, 'everything', 'all')
  eye = await writeRecorder(school.server.core.url)
})
afterAll(() => school?.close())

/** Routes that require a permission of a school; platform permissions are never granted within one. */
const guarded = (): Route[] => routes.filter(r => r.permission && r.permission !== 'signedIn')
/** Calls each route; returns those that did not answer with the code. */
async function others(who: Actor, which: readonly Route[], code: number): Promise<string[]> {
  const wrong: string[] = []
  for (const route of which) {
    const answer = await callRoute(who, route)
    if (answer.code !== code) wrong.push(`${nameOf(route)} answers ${answer.code}`)
  }
  return wrong
}
/** Call counters and the audit log of denied calls are written whatever the outcome. */
const TRAILS = ['api_day', 'audit_log']
/** The last-use time of a session is written once a minute, whatever the call. */
const isLastUse = ({ table, how, text }: Written): boolean => {
  if (table !== 'user_session' || how !== 'UPDATE') return false
  const rest = text.replaceAll(/"last_active_at": "[^"]*"/g, '')
  return rest.slice(0, rest.length / 2) === rest.slice(rest.length / 2)
}
/** Entities about which people of a realm act themselves. */
const OWN_IN = {
  welcome: [
    'admittedStudent',
    'lateArrival',
    'admissionRetention',
    'admissionLetter',
    'welcomeStepState',
    'welcomeScan',
    'arrivalPlan',
    'welcomeInfo',
    'greenChannel',
    'goodsOrder',
    'verifyConsent',
    'majorAdjustment',
    'claimRound',
    'claimTeam',
    'claimCard',
    'dormPlacement',
    'welcomeFamilyLink',
    'objection',
  ],
  exam: ['examApplication', 'examScore', 'examSeat', 'admissionRun', 'scoreRecheck', 'objection'],
} as const
/** Tables written to since the last check. */
const written = async (): Promise<string[]> => {
  await school.server.settle()
  return [...new Set((await eye.seen()).filter(w => !isLastUse(w)).map(w => w.table))].filter(table => !TRAILS.includes(table))
}

describe('what a route declares holds for each of them, and a refusal writes nothing', () => {
  it('10-X3 401 for nobody and for tokens that are none, wherever somebody must be signed in', async () => {
    await written()
    const asked = routes.filter(r => !r.open)
    expect(asked.length).toBeGreaterThan(500)
    expect(await others(school.anonymous, asked, 401)).toEqual([])
    for (const header of [`bearer ${'x'.repeat(43)}`, 'bearer ', 'Basic cWluZ2xhbjpxaW5nbGFu'])
      for (const route of asked) {
        const answer = await school.server.app.inject({
          method: route.method as 'GET',
          url: route.url,
          headers: { 'flysource-auth': header },
          ...(route.method === 'POST' ? { payload: {} } : {}),
        })
        expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), 401])
      }
    expect(await written()).toEqual([])
  })
  it.each(['welcome', 'exam'] as const)('10-L2 401 for somebody of the realm %s, whatever their roles, wherever a permission is asked for', async realm => {
    const outsider = await school.as({ realm, roles: ['everything'] })
    await written()
    const isOwn = ({ action }: Route): boolean => action?.realms.includes(realm) === true
    expect(
      await others(
        outsider,
        guarded().filter(r => !isOwn(r)),
        401,
      ),
    ).toEqual([])
    expect(await written()).toEqual([])
    // what the realm has of its own is named here, so that nothing joins unseen
    expect(
      new Set(
        guarded()
          .filter(isOwn)
          .map(r => r.action?.of),
      ),
    ).toEqual(new Set(OWN_IN[realm]))
  })
  it('10-U1 403 for somebody who holds every permission but the one the route asks for', async () => {
    const { actor, permissions, lose } = await allButOne(school)
    await written()
    const wrong: string[] = []
    for (const permission of new Set(guarded().map(r => r.permission))) {
      await lose(permission)
      const which = guarded().filter(r => r.permission === permission)
      wrong.push(...(await others(actor, which, 403)))
    }
    expect(wrong).toEqual([])
    expect((await written()).filter(table => table !== 'role_user')).toEqual([]) // the test itself changes role_user
    expect(permissions.length).toBeGreaterThan(200)
    // control: losing another permission does not lock the user out, so the refusals above are due to the missing permission
    for (const other of ['student:student:add', 'system:role:list']) {
      await lose(other)
      expect(permissions).toContain(other)
      expect((await actor.get('base/student/list', { size: 1 })).code).toBe(200)
    }
  })
  it('10-X3 404 for methods that no route declares', async () => {
    const known = new Set(routes.map(nameOf))
    const admin = await school.as({ roles: ['everything'] })
    await written()
    const wrong: string[] = []
    for (const url of new Set(routes.map(r => r.url)))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (known.has(nameOf({ method, url }))) continue
        const answer = await school.server.app.inject({ method, url, headers: { 'flysource-auth': `bearer ${admin.token}` } })
        if (answer.json<{ code: number }>().code !== 404) wrong.push(`${method} ${url} answers ${answer.body.slice(0, 80)}`)
      }
    expect(wrong).toEqual([])
    expect(await written()).toEqual([])
  })
})
