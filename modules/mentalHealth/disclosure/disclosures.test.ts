import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { type AttentionSchool, attentionSchool, headed, ok, ruleOf } from '../attention/testing.ts'
import type { disclosures, openDisclosure } from './model/disclosure.ts'
import { mhDisclosure } from './model/disclosure.ts'
import { DISCLOSURE_MESSAGES } from './model/messages.ts'

let s: AttentionSchool
beforeAll(async () => {
  s = await attentionSchool()
})
afterAll(() => s.close())
const OF = 'mentalHealth/mhDisclosure'
const [WHAT, WHY] = ['今晚请接回家陪伴', '说已经准备了药']
const given = (more = {}) => ({ studentId: s.pupil, basis: 'life', toWhom: '学生父亲', at: new Date().toISOString(), what: WHAT, why: WHY, ...more })

it('50-MH13 without consent it is told for danger to life or by law only, and who, what, why and to whom are kept', async () => {
  const { psy, second, head, fdy, college, officer, admin, other } = s.people
  await headed(s)
  const record = (more = {}, by = psy) => by.post(`${OF}/record`, given(more))
  // no other reason, and none without words
  for (const bad of [{ basis: 'consent' }, { basis: null }, { what: '' }, { why: '' }, { why: ' ' }, { toWhom: '' }, { at: null }]) expect((await record(bad)).code).not.toBe(200)
  expect(ruleOf(await record({ at: new Date(Date.now() + 3_600_000).toISOString() }))).toBe('future')
  for (const by of [fdy, college, officer, other]) expect((await record({}, by)).code).toBe(403)
  // an administrator has the permission and is not of the centre
  expect(ruleOf(await record({}, admin))).toBe('notCentre')
  expect(await s.db.unscoped(mhDisclosure).count({})).toBe(0)
  await expect(
    s.db.query(sql`insert into mh_disclosure (tenant_id, student_id, by_id, basis, to_whom, at, what, what_hash, why, why_hash)
    values (${s.tenantId}, ${s.pupil}, ${psy.userId}, 'other', 'x', now(), 'x', 'x', 'x', 'x')`),
  ).rejects.toThrow()
  ok(await record())
  ok(await record({ basis: 'law', toWhom: '公安机关' }, second))
  // the whole centre sees it; the words are opened one by one, audited before
  const listed = ok(await second.get<OutputOf<typeof disclosures>>(`${OF}/register`))
  expect(listed.page.total).toBe(2)
  const own = listed.result.find(r => r?.by === '心理一')
  expect(own).toMatchObject({ name: '周雨桐', basis: 'life', toWhom: '学生父亲' })
  expect(JSON.stringify(listed)).not.toContain(WHAT)
  expect(ok(await second.post<OutputOf<typeof openDisclosure>>(`${OF}/open`, { id: own?.id }))).toEqual({ what: WHAT, why: WHY })
  const audits = await s.db.query<{ userId: string; action: string; all: string }>(
    sql`select user_id as "userId", action, coalesce(detail::text, '') as all from audit_log where biz_type = 'mhDisclosure' and biz_id = ${own?.id} order by seq`,
  )
  expect(audits.map(a => [a.userId, a.action])).toEqual([
    [psy.userId, 'record'],
    [second.userId, 'reveal'],
  ])
  expect(audits[0]?.all).toContain('学生父亲')
  for (const { all } of audits) expect(all).not.toMatch(new RegExp(`${WHAT}|${WHY}|${s.pupil}`))
  // the head is told, without a word of whom or what
  await s.server.settle()
  const told = await s.db.query<{ all: string }>(
    sql`select m::text as all from message m where m.tenant_id = ${s.tenantId} and m.recipient_id = ${head.userId} and m.event_code = ${DISCLOSURE_MESSAGES.recorded.code}`,
  )
  expect(told.length).toBeGreaterThan(0) // equal ones may be merged
  for (const { all } of told) expect(all).not.toMatch(new RegExp(`${WHAT}|${WHY}|周雨桐`))
  // nobody changes it, nobody else reads it
  for (const by of [psy, admin, officer, college, fdy]) {
    const asked = []
    for (const verb of ['update', 'remove', 'add', 'export', 'import']) asked.push(await by.post(`${OF}/${verb}`, { id: own?.id, version: 1, what: '改' }))
    for (const verb of ['list', 'getOne', 'getSelect', 'history']) asked.push(await by.get(`${OF}/${verb}`, { id: own?.id }))
    if (by !== psy) asked.push(await by.get(`${OF}/register`), await by.post(`${OF}/open`, { id: own?.id }))
    for (const answer of asked) expect(answer.code).not.toBe(200)
    asked.push(await by.get('query/savedQuery/subjects'), await by.get('base/student/profileParts', { id: s.pupil }))
    for (const word of [WHAT, WHY]) expect(asked.map(a => a.raw.toString()).join()).not.toContain(word)
  }
  const [row] = await s.db.query(sql`select what, why from mh_disclosure where id = ${own?.id}`)
  for (const stored of Object.values(row ?? {})) expect(stored).toMatch(/^v1\./)
})
