import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { classStaff } from '#modules/campus/model/people.ts'
import { addStudent, draftOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import type { actionCards, caseRegister, openCase } from './model/actions.ts'
import { attentionCase } from './model/attention-case.ts'
import { proposeCase, proposeCases } from './server/api.ts'
import { type AttentionSchool, attentionSchool, CONFIRMED, headed, ok, ruleOf, SECRET } from './testing.ts'

let s: AttentionSchool
beforeAll(async () => {
  s = await attentionSchool()
})
afterAll(() => s.close())

const listed = async (who: Actor, query = {}) => ok(await who.get<OutputOf<typeof caseRegister>>('mentalHealth/attentionCase/register', query))
const opened = (who: Actor, id: string) => who.post<OutputOf<typeof openCase>>('mentalHealth/attentionCase/open', { id })
const cardsOf = async (who: Actor) => ok(await who.get<OutputOf<typeof actionCards>[]>('mentalHealth/attentionCase/cards'))

it('50-MH3 a proposal opens nothing: a psychologist confirms levels 1 and 2, counsellor and college 3 and 4, and of several at once one case is made', async () => {
  const { fdy, college, psy, second, third, officer, admin } = s.people
  const draft = { studentId: s.plain, source: 'screening', ref: null, level: '3', at: new Date().toISOString() } as const
  const made = await Promise.all(Array.from({ length: 4 }, () => s.db.tx(db => proposeCase(db, draft))))
  expect(made.filter(m => m?.isNew)).toHaveLength(1)
  const id = await s.caseOf(s.plain)
  const [kept] = await s.db.query<{ n: number }>(sql`select jsonb_array_length(sources) as n from attention_case where id = ${id}`)
  expect(kept?.n).toBe(4)
  const mild = { ...CONFIRMED, id, level: '3', ownerId: fdy.userId, backupId: college.userId }
  expect((await officer.post('mentalHealth/attentionCase/confirmMild', mild)).code).toBe(403)
  expect((await psy.post('mentalHealth/attentionCase/confirmMild', mild)).code).toBe(403)
  // not the counsellor's decision alone, nor twice
  const twice = await Promise.all([1, 2].map(() => fdy.post('mentalHealth/attentionCase/confirmMild', mild)))
  expect(twice.map(a => a.code).toSorted()).toEqual([200, 422])
  expect((await listed(fdy)).result.map(r => r?.state)).toEqual(['proposed'])
  ok(await college.post('mentalHealth/attentionCase/confirmMild', mild))
  expect((await listed(fdy)).result).toMatchObject([{ state: 'open', level: '3', nextFollowUpOn: addDays(today(), 14) }])
  // the centre has no layer of what counsellor and college keep
  expect((await listed(psy)).result).toEqual([])
  // severe: nobody but a psychologist
  ok(await fdy.post('mentalHealth/attentionCase/propose', { studentId: s.pupil, level: '1', why: '说过不想活' }))
  const severe = await s.caseOf(s.pupil)
  const given = { ...CONFIRMED, id: severe, level: '2', assessment: SECRET, ownerId: psy.userId, backupId: second.userId, until: addDays(today(), 30) }
  for (const who of [fdy, college, officer]) expect((await who.post('mentalHealth/attentionCase/confirmSevere', given)).code).toBe(403)
  // an administrator has the permission and no relation
  expect((await admin.post('mentalHealth/attentionCase/confirmSevere', given)).code).toBe(404)
  expect((await listed(admin)).page.total).toBe(0)
  expect((await listed(third)).result.map(r => r?.studentId)).toEqual([s.pupil])
  expect(ruleOf(await psy.post('mentalHealth/attentionCase/confirmSevere', { ...given, backupId: psy.userId }))).toBe('twoPeople')
  // nobody outside the centre reads assessments, whoever names them
  expect(ruleOf(await psy.post('mentalHealth/attentionCase/confirmSevere', { ...given, ownerId: fdy.userId }))).toBe('notCentre')
  const both = await Promise.all([psy, second].map(who => who.post('mentalHealth/attentionCase/confirmSevere', given)))
  expect(both.filter(a => a.code === 200)).toHaveLength(1)
})
it('50 §9 layers: team and head read all, counsellor and college what to watch for, others a card or nothing', async () => {
  const { fdy, college, other, psy, second, third, head, teacher, officer, admin } = s.people
  const id = await s.caseOf(s.pupil)
  const inner = ok(await opened(psy, id))
  expect(inner).toMatchObject({ layer: 2, assessment: SECRET, kinds: ['psychological'], watchFor: CONFIRMED.watchFor })
  for (const who of [fdy, college]) {
    const answer = await opened(who, id)
    expect(ok(answer)).toMatchObject({ layer: 1, watchFor: CONFIRMED.watchFor, agreedActions: CONFIRMED.agreedActions, assessment: null, kinds: null, team: [] })
    expect(answer.raw.toString()).not.toContain(SECRET)
  }
  // what the two are shown, looked at by the team before it shares
  const preview = await psy.post<OutputOf<typeof openCase>>('mentalHealth/attentionCase/open', { id, asMl1: true })
  expect(ok(preview)).toMatchObject({ layer: 1, watchFor: CONFIRMED.watchFor, assessment: null, kinds: null, team: [], followUps: [] })
  expect(preview.raw.toString()).not.toContain(SECRET)
  for (const who of [other, third, head]) expect((await opened(who, id)).code).toBe(404)
  for (const who of [teacher, officer, admin]) expect([403, 404]).toContain((await opened(who, id)).code)
  expect((await listed(third)).page.total).toBe(0)
  await headed(s)
  expect(ok(await opened(head, id)).layer).toBe(2)
  // an office that is given the permission still has no relation
  await s.db.query(sql`insert into role_menu (tenant_id, role_id, menu_id) select m.tenant_id, r.id, m.id from menu m join role r on r.tenant_id = m.tenant_id and r.code = 'officer'
    where m.tenant_id = ${s.tenantId} and m.permission_key = 'mentalHealth:attentionCase:register' on conflict do nothing`)
  await s.db.permissionsChanged()
  expect((await listed(officer)).page.total).toBe(0)
  expect((await opened(officer, id)).code).toBe(404)
  // the card: a named teacher until the end, the head teacher by relation
  expect(await cardsOf(teacher)).toEqual([])
  ok(await fdy.post('mentalHealth/attentionCase/shareCard', { id, userId: teacher.userId, until: today() }))
  await s.db.insert(classStaff, { classId: s.ids.s2301, teacherId: s.ids.he, role: 'bzr', startDate: addDays(today(), -10), isPrimary: true })
  for (const who of [teacher, other]) {
    const answer = await who.get('mentalHealth/attentionCase/cards')
    expect(ok(answer)).toContainEqual({ id, name: '周雨桐', className: '软件2301', card: CONFIRMED.actionCard })
    for (const word of [SECRET, CONFIRMED.watchFor, CONFIRMED.agreedActions, 'psychological', 'level']) expect(answer.raw.toString()).not.toContain(word)
  }
  expect((await opened(other, id)).code).toBe(404)
  // membership ends with its last day
  expect(ruleOf(await psy.post('mentalHealth/attentionCase/share', { id, userId: teacher.userId, until: addDays(today(), 3) }))).toBe('notCentre')
  ok(await psy.post('mentalHealth/attentionCase/share', { id, userId: third.userId, until: addDays(today(), 3) }))
  expect(ok(await opened(third, id)).layer).toBe(2)
  await s.db.query(
    sql`update attention_member set "from" = ${addDays(today(), -9)}::date, "to" = ${addDays(today(), -1)}::date where case_id = ${id} and user_id in (${third.userId}, ${teacher.userId})`,
  )
  expect((await opened(third, id)).code).toBe(404)
  expect((await cardsOf(teacher)).map(c => c.id)).not.toContain(id)
  expect(ok(await opened(second, id)).layer).toBe(2)
  // at rest nothing can be read
  const [row] = await s.db.query(sql`select assessment, watch_for, action_card, agreed_actions from attention_case where id = ${id}`)
  for (const stored of Object.values(row ?? {})) expect(stored).toMatch(/^v1\./)
})
it('follow-ups: ML1 reads its own, the team all, and the next one lies within the interval of the level', async () => {
  const { fdy, college, psy } = s.people
  const id = await s.caseOf(s.pupil)
  const note = (who: Actor, content: string, more = {}) =>
    who.post('mentalHealth/attentionCase/followUp', { id, at: new Date().toISOString(), way: 'face', layer: 'ml1', content, nextOn: addDays(today(), 7), ...more })
  ok(await note(fdy, '见过面，状态平稳'))
  ok(await note(psy, '评估后的说明', { layer: 'ml2', nextOn: addDays(today(), 2) }))
  expect(ruleOf(await note(fdy, '见过面', { nextOn: addDays(today(), 8) }))).toBe('interval')
  expect(ruleOf(await note(fdy, '见过面', { at: new Date(Date.now() + 3_600_000).toISOString() }))).toBe('future')
  const said = async (who: Actor) => ok(await opened(who, id)).followUps.map(f => f?.content)
  expect([await said(fdy), await said(college), await said(psy)]).toEqual([['见过面，状态平稳'], [], ['评估后的说明', '见过面，状态平稳']])
  expect((await listed(fdy, { level: '2' })).result).toMatchObject([{ nextFollowUpOn: addDays(today(), 2) }])
})
it('50-MH3 many are proposed at once: a case each, what comes twice or later beside it, each told to whoever confirms', async () => {
  const { officer, fdy, psy } = s.people
  const [mild = '', severe = '', begun = ''] = await Promise.all([1, 2, 3].map(async () => (await addStudent(officer, draftOf(s.ids.s2301))).id))
  const at = new Date().toISOString()
  const of = (studentId: string, level: '2' | '3', ref: string) => ({ studentId, source: 'signal' as const, ref, level, at, why: `事实${ref}` })
  const before = await s.db.tx(db => proposeCase(db, of(begun, '3', 'a')))
  const made = await s.db.tx(db =>
    proposeCases(db, [of(mild, '3', 'b'), of(severe, '2', 'c'), of(begun, '3', 'd'), of(mild, '2', 'e'), of('00000000-0000-7000-8000-000000000000', '3', 'f')]),
  )
  expect([mild, severe, begun].map(id => made.get(id)?.isNew)).toEqual([true, true, false])
  expect([made.size, made.get(begun)?.id]).toEqual([3, before?.id])
  const kept = await Promise.all([mild, severe, begun].map(id => s.db.unscoped(attentionCase).one(made.get(id)?.id ?? '')))
  expect(kept.map(c => [c.level, c.watchFor, c.sources?.map(x => x.ref)])).toEqual([
    ['3', '事实b', ['b', 'e']],
    ['2', '事实c', ['c']],
    ['3', '事实a', ['a', 'd']],
  ])
  const told = await s.db.query<{ bizId: string; userId: string }>(
    sql`select biz_id as "bizId", user_id as "userId" from todo where tenant_id = ${s.tenantId} and state = 'open' and biz_type = 'attentionCase' and biz_id = any(${kept.map(c => c.id)}::text[])`,
  )
  const has = (n: number, who: Actor) => told.some(x => x.bizId === kept[n]?.id && x.userId === who.userId)
  expect([has(0, fdy), has(0, psy), has(1, psy), has(1, fdy)]).toEqual([true, false, true, false])
})
