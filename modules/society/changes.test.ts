import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { approveAs } from '#modules/leave/testing.ts'
import { proofOf } from '#modules/offCampus/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { societyChange } from './model/change.ts'
import { societyMember } from './model/member.ts'
import { takeEffect } from './server/jobs.ts'
import { fakeFacts, ok, type Pupil, ruleOf, type SocietySchool, societySchool } from './testing.ts'

let s: SocietySchool
let facts: ReturnType<typeof fakeFacts>
beforeAll(async () => {
  s = await societySchool()
  facts = fakeFacts(s)
})
afterAll(() => s.close())
const act = (by: Actor, verb: string, body: object) => by.post<{ id: string; instanceId: string }>(`society/societyChange/${verb}`, body)
interface Led {
  id: string
  head: Pupil
  next: Pupil
  memberId: string
}
async function led(): Promise<Led> {
  const id = await s.society()
  const [head, next] = [await s.pupil(), await s.pupil({ name: '沈接任' })]
  facts.ranks[next.id] = 10
  await s.enter(id, head, 'head')
  return { id, head, next, memberId: await s.enter(id, next) }
}
const inHours = (n: number): string => new Date(Date.now() + n * 3_600_000).toISOString()
const apply = async (by: Pupil, societyId: string, more: object) => act(by.actor, 'apply', { societyId, reason: '社员大会通过', minutes: await proofOf(by.actor), ...more })
const approved = async (instanceId: string, by: readonly Actor[]): Promise<void> => {
  for (const one of by) ok(await approveAs(one, instanceId))
}
interface Mine {
  kept: Array<{ id: string; as: string; mayManage: boolean }>
}
const kept = async (who: Pupil) => ok(await who.actor.get<Mine>('society/societyMember/mine')).kept.map(k => [k.as, k.mayManage])

describe('60-SO15 change of head', () => {
  it('60-SO15 needs minutes, a member who may lead and who agrees; rights pass at the minute, and the old head reads on', async () => {
    const { id, head, next, memberId } = await led()
    const ask = { kind: 'head', memberId, effectiveAt: inHours(2) }
    expect(ruleOf(await apply(head, id, { ...ask, minutes: [] }))).toBe('minutesMissing')
    expect(ruleOf(await apply(next, id, ask))).toBe('notHead')
    expect(ruleOf(await apply(head, id, { ...ask, memberId: await s.enter(await s.society(), await s.pupil()) }))).toBe('notMember')
    expect(ruleOf(await apply(head, id, { ...ask, memberId: (await s.member(id, head)).id }))).toBe('self')
    facts.ranks[next.id] = 80
    expect(ruleOf(await apply(head, id, ask))).toBe('rank')
    facts.ranks[next.id] = 10
    const { id: change, instanceId } = ok(await apply(head, id, ask))
    expect(ruleOf(await apply(head, id, ask))).toBe('open')
    await approved(instanceId, [s.advisor, s.college])
    const early = await approveAs(s.league, instanceId)
    expect([early.code, early.msg.includes('沈接任')]).toEqual([422, true])
    expect(ruleOf(await act(head.actor, 'agreeToLead', { id: change }))).toBe('notAsked')
    expect(ok(await next.actor.get<Array<{ id: string }>>('society/societyChange/offers')).map(o => o.id)).toEqual([change])
    ok(await act(next.actor, 'agreeToLead', { id: change }))
    await approved(instanceId, [s.league])
    expect((await s.member(id, head)).role).toBe('head')
    await takeEffect(s.db, Date.now() + 3_600_000)
    expect((await s.member(id, head)).role).toBe('head')
    await takeEffect(s.db, Date.now() + 2 * 3_600_000 + 60_000)
    const { readsUntil, role } = await s.member(id, head)
    expect([role, Math.round((Date.parse(readsUntil ?? '') - Date.parse(ask.effectiveAt)) / DAY_MS)]).toEqual(['member', 14])
    expect(await s.member(id, next)).toMatchObject({ role: 'head', headTerms: 1 })
    expect([await kept(head), await kept(next)]).toEqual([[['former', false]], [['head', true]]])
    await s.db.updateWhere(societyMember, { societyId: id, studentId: head.id }, { readsUntil: inHours(-1) })
    expect(await kept(head)).toEqual([])
    expect(await s.db.unscoped(societyChange).one(change)).toMatchObject({ state: 'done' })
  })
  it('60-SO5 at most two terms', async () => {
    const { id, head, next, memberId } = await led()
    await s.db.updateWhere(societyMember, { id: memberId }, { headTerms: 2 })
    const refused = await apply(head, id, { kind: 'head', memberId })
    expect([ruleOf(refused), refused.msg.includes('2')]).toEqual(['terms', true])
    expect((await s.member(id, next)).role).toBe('member')
  })
})
it('60-SO15 renaming needs the office as well, and the name must be free', async () => {
  const { id, head } = await led()
  const name = `改名社${serial('renamed')}`
  await s.society({ name: '占名社' })
  expect(ruleOf(await apply(head, id, { kind: 'rename' }))).toBe('missing')
  expect(ruleOf(await apply(head, id, { kind: 'rename', newName: '占名社' }))).toBe('nameTaken')
  const { instanceId } = ok(await apply(head, id, { kind: 'rename', newName: name }))
  await approved(instanceId, [s.advisor, s.college, s.league])
  expect((await s.row(id)).name).not.toBe(name)
  await approved(instanceId, [s.officer])
  expect((await s.row(id)).name).toBe(name)
})
it('60-SO15 advisor and unit change with the approval of those of before', async () => {
  const { id, head } = await led()
  expect(ruleOf(await apply(head, id, { kind: 'advisor', advisorNo: 'T001', advisorName: '何文博' }))).toBe('advisorUnknown')
  const { instanceId } = ok(await apply(head, id, { kind: 'advisor', advisorNo: 'T001', advisorName: '林知夏' }))
  await approved(instanceId, [s.advisor, s.college, s.league])
  expect((await s.row(id)).advisorId).toBe(s.ids.lin)
  const unit = ok(await apply(head, id, { kind: 'unit', newUnitId: s.ids.art }))
  expect(await s.db.query(sql`select 1 from process_instance where id = ${unit.instanceId}`)).toHaveLength(1)
})
const known = new Map<Actor, string>()
expectApplication({ of: societyChange, path: 'society/societyChange', taken: ['open'] }, () => ({
  db: s.db,
  applicants: async () => {
    const made = [await led(), await led()] as const
    for (const { head, id } of made) known.set(head.actor, id)
    return [made[0].head.actor, made[1].head.actor]
  },
  form: who => ({ societyId: known.get(who), kind: 'unit', newUnitId: s.ids.info, reason: '业务指导单位调整' }),
  again: () => ({ kind: 'unit', newUnitId: s.ids.info, reason: '业务指导单位调整，补充说明' }),
  approvers: [s.advisor, s.college, s.league],
}))
