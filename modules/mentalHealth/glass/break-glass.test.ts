import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays, MINUTE_MS } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { selfOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { type AttentionSchool, attentionSchool, headed, ok, ruleOf, SECRET } from '../attention/testing.ts'
import type { breakGlass, glassRegister, myGlasses, readByGlass } from './model/break-glass.ts'
import { mhBreakGlass } from './model/break-glass.ts'
import { GLASS_MESSAGES } from './model/messages.ts'

let s: AttentionSchool
beforeAll(async () => {
  s = await attentionSchool()
  await headed(s)
})
afterAll(() => s.close())
const OF = 'mentalHealth/mhBreakGlass'
const WHY = '学生失联，要判断去哪里找'
const broken = (who: Actor, studentId = s.pupil, why = WHY) => who.post<OutputOf<typeof breakGlass>>(`${OF}/break`, { studentId, why })
const mine = async (who: Actor) => ok(await who.get<OutputOf<typeof myGlasses>[]>(`${OF}/mine`))
const read = (who: Actor, id: string) => who.post<OutputOf<typeof readByGlass>>(`${OF}/open`, { id })
const register = async (who: Actor) => ok(await who.get<OutputOf<typeof glassRegister>>(`${OF}/register`)).result.flatMap(r => r ?? [])
const auditsOf = (bizType: string, bizId: string | null) =>
  s.db.query<{ userId: string; action: string; all: string }>(
    sql`select user_id as "userId", action, coalesce(detail::text, '') as all from audit_log where biz_type = ${bizType} and biz_id is not distinct from ${bizId} order by seq`,
  )
const toldTo = async ({ userId }: Actor): Promise<string[]> =>
  (
    await s.db.query<{ all: string }>(
      sql`select m::text as all from message m where m.tenant_id = ${s.tenantId} and m.recipient_id = ${userId} and m.event_code = ${GLASS_MESSAGES.broken.code}`,
    )
  ).map(m => m.all)

it('50-MH6 outside the team a case is read only by breaking the glass: a purpose, 60 minutes, the head told at once, each reading audited', async () => {
  const { officer, psy, second, third, head, admin, teacher } = s.people
  const id = await s.severe()
  // without it there is no case for the office
  for (const answer of [await officer.post('mentalHealth/attentionCase/open', { id }), await officer.get('mentalHealth/attentionCase/register')]) expect(answer.code).toBe(403)
  // no purpose, no glass
  for (const why of ['', '   ', '急', undefined]) expect((await officer.post(`${OF}/break`, { studentId: s.pupil, why })).code).not.toBe(200)
  expect((await broken(teacher)).code).toBe(403)
  expect([await s.db.unscoped(mhBreakGlass).count({}), await mine(officer)]).toEqual([0, []])
  const before = Date.now()
  ok(await broken(officer))
  const [glass] = await mine(officer)
  if (!glass) throw new Error('no glass')
  expect(glass).toMatchObject({ name: '周雨桐' })
  expect(Math.abs(Date.parse(glass.until) - before - 60 * MINUTE_MS)).toBeLessThan(MINUTE_MS)
  // what the team reads, audited before it is answered; the log of others names the case and no word of it
  const seen = ok(await read(officer, glass.id))
  expect([seen.layer, seen.assessment]).toEqual([2, SECRET])
  const logged = (await auditsOf('attentionCase', id)).filter(a => a.userId === officer.userId)
  expect(logged.map(a => [a.action, JSON.parse(a.all).breakGlass])).toEqual([['reveal', glass.id]])
  ok(await read(officer, glass.id))
  expect((await auditsOf('attentionCase', id)).filter(a => a.userId === officer.userId)).toHaveLength(2)
  for (const { all } of [...logged, ...(await auditsOf('mhBreakGlass', null))]) expect(all).not.toMatch(new RegExp(`${WHY}|${SECRET}|周雨桐|${s.pupil}`))
  // the head, at once and in neutral words; nobody else
  await s.server.settle()
  const told = await toldTo(head)
  expect(told.length).toBeGreaterThan(0)
  for (const all of told) expect(all).not.toMatch(new RegExp(`${WHY}|${SECRET}|周雨桐|心理|个案`))
  for (const who of [psy, second, third]) expect(await toldTo(who)).toEqual([])
  // the register: all of it for the head, one's own cases for the team, nothing for others
  expect((await register(head)).map(r => [r.name, r.why, r.hasCase])).toEqual([['周雨桐', WHY, true]])
  expect([(await register(psy)).length, (await register(second)).length, (await register(third)).length]).toEqual([1, 1, 0])
  expect((await officer.get(`${OF}/register`)).code).toBe(403)
  expect(ruleOf(await admin.get(`${OF}/register`))).toBe('notCentre')
  // each of them reaches the page, by the menu and by the message
  const paths = async (who: Actor) => (await who.get<object[]>('base/sysMenu/getUserRoutes', { appType: 0 })).raw.toString()
  for (const [who, own, others] of [
    [officer, '"/mentalHealth/glass"', '"/mentalHealth/glassRegister"'],
    [head, '"/mentalHealth/glassRegister"', '"/mentalHealth/glass"'],
  ] as const) {
    const menu = await paths(who)
    expect([menu.includes(own), menu.includes(others)]).toEqual([true, false])
  }
  expect(told.every(all => all.includes('/mentalHealth/glassRegister'))).toBe(true)
  // reading only: neither lists nor decisions open, and another's glass is not there
  expect((await officer.post('mentalHealth/attentionCase/open', { id })).code).toBe(403)
  for (const who of [admin, s.people.college]) expect((await read(who, glass.id)).code).toBe(404)
  // over after its time
  await s.db.query(sql`update mh_break_glass set at = now() - interval '2 hours', until = now() - interval '1 second' where tenant_id = ${s.tenantId} and id = ${glass.id}`)
  const late = await read(officer, glass.id)
  expect([ruleOf(late), late.raw.toString().includes(SECRET), await mine(officer)]).toEqual(['over', false, []])
})
it('50-MH6 the glass is no way to find out who has a case, reaches no student outside one’s scope, and is not for the team itself', async () => {
  const { officer, other, psy, head } = s.people
  const kept = await s.db.unscoped(mhBreakGlass).count({})
  // without a case the answer is the same, and the head is told all the same
  ok(await broken(officer, s.plain))
  await s.server.settle()
  expect(await s.db.unscoped(mhBreakGlass).count({})).toBe(kept + 1)
  const [none] = await mine(officer)
  expect(ruleOf(await read(officer, none?.id ?? ''))).toBe('noCase')
  expect((await register(head)).map(r => r.hasCase)).toContain(false)
  expect((await register(psy)).every(r => r.hasCase)).toBe(true)
  // the counsellor of others
  expect(ruleOf(await broken(other))).toBe('none')
  expect((await broken(psy)).code).toBe(403)
  // a smaller scope at reading time closes it again
  const { college } = s.people
  ok(await broken(college))
  const [theirs] = await mine(college)
  ok(await read(college, theirs?.id ?? ''))
  const moved = (to: string) => s.db.query(sql`update student set department_id = ${to} where tenant_id = ${s.tenantId} and id = ${s.pupil}`)
  await moved(s.ids.art)
  expect((await read(college, theirs?.id ?? '')).code).toBe(404)
  await moved(s.ids.info)
  // no verb of a record reaches it, and its words are encrypted at rest
  for (const who of [officer, psy, head])
    for (const verb of ['list', 'getOne', 'getSelect', 'history', 'export']) {
      const answer = await who.get(`${OF}/${verb}`, { id: theirs?.id })
      expect([verb, answer.code === 200, answer.raw.toString().includes(WHY)]).toEqual([verb, false, false])
    }
  const stored = await s.db.query<{ why: string }>(sql`select why from mh_break_glass where tenant_id = ${s.tenantId}`)
  for (const { why } of stored) expect(why).toMatch(/^v1\./)
})
it('10-A7, 50 §9 students see who read their record and who looked in an emergency, some days later and not while the head delays it; nobody else does', async () => {
  const { officer, psy, head, admin, other } = s.people
  const self = await selfOf(s, s.pupil)
  const mine = async (who: Actor = self) => ok(await who.get<Array<{ action: string; actionName: string; who: string | null }>>('audit/auditLog/mine')).map(r => r.actionName)
  const READ = '查看心理健康记录'
  const BROKEN = '紧急查看心理健康记录'
  // not on the day itself
  const ofCentre = (all: readonly string[]) => all.filter(name => [READ, BROKEN].includes(name))
  expect(ofCentre(await mine())).toEqual([])
  await setParams(s, 'mentalHealth', { readersAfterDays: 0 })
  ok(await psy.post('mentalHealth/attentionCase/open', { id: await s.caseOf(s.pupil) }))
  const shown = ofCentre(await mine())
  expect([shown.includes(READ), shown.includes(BROKEN)]).toEqual([true, true])
  // by office alone, and told to nobody else
  expect(JSON.stringify(await self.get('audit/auditLog/mine').then(a => a.data))).not.toContain('心理一')
  expect(ofCentre(await mine(await selfOf(s, s.plain)))).not.toContain(READ)
  for (const who of [admin, officer]) expect((await who.get('audit/auditLog/readers', { studentId: s.pupil })).raw.toString()).not.toMatch(/心理健康记录|attentionCase/)
  // what is read from now on stays unseen for as long as the head says
  const hold = (by: Actor, until = addDays(today(), 30)) => by.post('mentalHealth/mhReaderHold/hold', { studentId: s.pupil, until, why: '还有危险' })
  expect([ruleOf(await hold(psy)), ruleOf(await hold(admin)), (await hold(other)).code, ruleOf(await hold(head, addDays(today(), 400)))]).toEqual([
    'notHead',
    'notHead',
    403,
    'span',
  ])
  ok(await hold(head))
  ok(await psy.post('mentalHealth/attentionCase/open', { id: await s.caseOf(s.pupil) }))
  expect(ofCentre(await mine())).toEqual(shown)
  await s.db.query(sql`update mh_reader_hold set until = ${addDays(today(), -1)}::date where tenant_id = ${s.tenantId}`)
  expect(ofCentre(await mine())).toHaveLength(shown.length + 1)
})
