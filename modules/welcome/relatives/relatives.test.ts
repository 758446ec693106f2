import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { Newcomer } from '#modules/admission/testing.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { inHours, ok, rulesOf, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import type { followArrival } from './model/family-link.ts'
import { welcomeFamilyLink } from './model/family-link.ts'

let s: WelcomeSchool
let who: Newcomer
let batchId: string
beforeAll(async () => {
  s = await welcomeSchool()
  who = await s.newcomer()
  batchId = await s.published([
    { code: 'confirm', name: '确认来校' },
    { code: 'aid', name: '困难申请', required: false },
    { code: 'gate', name: '到校', kind: 'staff', phase: 'site' },
  ])
  await lookAgain(s.db)
})
afterAll(() => s.close())
const LINK = 'welcome/welcomeFamilyLink'
const give = async (): Promise<string> => {
  const { path } = ok(await who.actor.post<{ path: string }>(`${LINK}/give`, {}))
  expect(path).toMatch(/^\/family\/arrival\?/)
  return new URLSearchParams(path.split('?')[1]).get('key') ?? ''
}
const open = (key: string) => s.anonymous.post<OutputOf<typeof followArrival>>(`${LINK}/open`, { key })

it('30-WS the family follows the arrival by the student’s link: required steps and the arrival, and nothing about who it is', async () => {
  const key = await give()
  const first = ok(await open(key))
  expect([first.done, first.arrivedAt, first.steps]).toEqual([
    0,
    null,
    [
      { name: '确认来校', phase: 'pre', isDone: false },
      { name: '到校', phase: 'site', isDone: false },
    ],
  ])
  const { id } = await s.member(batchId, who)
  for (const code of ['confirm', 'gate']) ok(await s.admissions.post('welcome/welcomeMember/settle', { id, code }))
  await s.server.settle()
  const seen = ok(await open(key))
  expect([seen.done, seen.arrivedAt !== null]).toEqual([2, true])
  const [row] = await s.db.query<{ text: string; openedAt: string | null }>(
    sql`select l::text as text, opened_at::text as "openedAt" from welcome_family_link l where student_id = ${who.id}`,
  )
  expect([row?.text.includes(key), row?.openedAt]).toEqual([false, expect.any(String)])
  expect(JSON.stringify(seen)).not.toContain(who.id)
  const [person] = await s.db.query<{ name: string }>(sql`select name from student where id = ${who.id}`)
  expect(JSON.stringify(seen)).not.toContain(person?.name)
})
it('30-WS a new link ends the old one, ending it ends both, and none outlives its batch; a guessed key finds nothing', async () => {
  const [old, now] = [await give(), await give()]
  expect([rulesOf(await open(old)), (await open(now)).code]).toEqual([['unknown'], 200])
  expect(rulesOf(await open('x'.repeat(43)))).toEqual(['unknown'])
  const other = await s.newcomer()
  await lookAgain(s.db)
  ok(await other.actor.post(`${LINK}/end`, {}))
  expect((await open(now)).code).toBe(200)
  await s.db.updateWhere(welcomeFamilyLink, { studentId: who.id }, { until: inHours(-1) })
  expect(rulesOf(await open(now))).toEqual(['expired'])
  ok(await who.actor.post(`${LINK}/end`, {}))
  expect([rulesOf(await open(now)), ok(await who.actor.get<{ isGiven: boolean }>(`${LINK}/mine`)).isGiven]).toEqual([['unknown'], false])
  expect((await s.admissions.post(`${LINK}/give`, {})).code).toBe(403)
})
