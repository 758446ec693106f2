import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import type { Actor } from '#testing/school.ts'
import { volunteerProof, volunteerProofLine } from './model/volunteer.ts'
import { type ActivitySchool, activitySchool, inHours, moved, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
  await setParams(s, 'print', { checkAddress: 'https://xg.example.edu.cn' })
})
afterAll(() => s.close())
const SERVICE = { category: 'volunteer', signRule: 'inOut', hours: 2, quota: 20 }
interface Mine {
  hours: number
  services: Array<{ title: string; organiser: string; hours: number; servedOn: string }>
  proofs: Array<{ id: string; proofNo: string; hours: number; fileId: string | null; state: string }>
}
const mine = async (by: Actor) => ok(await by.get<Mine>('activity/volunteerProof/mine'))
const WHOLE = { fromOn: '2000-01-01', toOn: '2100-01-01' }
const prove = (by: Actor, span: object = WHOLE) => by.post<{ id: string }>('activity/volunteerProof/prove', span)
const at = (start: string, hours: number) => new Date(Date.parse(start) + hours * HOUR_MS).toISOString()
/** A service of two hours that is over, with these students in it. */
async function served(title: string, ...people: readonly number[]): Promise<{ id: string; start: string }> {
  const id = await s.activity({ title, ...SERVICE })
  for (const n of people) ok(await s.enrol(s.pupil(n).actor, id))
  const start = inHours(-3)
  await moved(s, id, start)
  return { id, start }
}
const mark = async (id: string, n: number, outcome: string, times: object = {}) =>
  s.head.actor.post('activity/activityEnrolment/mark', { id: (await s.enrolled(id, s.pupil(n))).id, outcome, reason: '现场点名', ...times })

it('60-AT12 a volunteer service is measured by sign-in and sign-out, and only true time is recorded', async () => {
  expect(ruleOf(await s.propose(s.head.actor, { ...SERVICE, signRule: 'in' }))).toBe('volunteerTime')
  const { id, start } = await served('敬老', 0, 1, 2)
  // who marks somebody says when they came and left, within the activity
  expect(ruleOf(await mark(id, 0, 'present'))).toBe('serviceTime')
  expect(ruleOf(await mark(id, 0, 'present', { cameAt: at(start, -1), leftAt: at(start, 1) }))).toBe('serviceTime')
  expect(ruleOf(await mark(id, 0, 'present', { cameAt: at(start, 1), leftAt: at(start, 1) }))).toBe('serviceTime')
  expect(ruleOf(await mark(id, 0, 'present', { cameAt: at(start, 1), leftAt: at(start, 3) }))).toBe('serviceTime')
  ok(await mark(id, 0, 'present', { cameAt: start, leftAt: at(start, 1.8) }))
  ok(await mark(id, 1, 'late', { cameAt: at(start, 1), leftAt: at(start, 2) }))
  ok(await mark(id, 2, 'excused'))
  ok(await s.head.actor.post('activity/activity/settle', { id }))
  expect([(await mine(s.pupil(0).actor)).hours, (await mine(s.pupil(1).actor)).hours, (await mine(s.pupil(2).actor)).hours]).toEqual([1.5, 1, 0])
  expect((await mine(s.pupil(0).actor)).services).toMatchObject([{ title: '敬老', organiser: '天文社', hours: 1.5 }])
})
it('60-AT12 a student makes the certificate free of charge, the same one once, and its code says it is genuine', async () => {
  const { id, start } = await served('支教', 3, 4)
  ok(await mark(id, 3, 'present', { cameAt: start, leftAt: at(start, 2) }))
  ok(await mark(id, 4, 'absent'))
  const who = s.pupil(3).actor
  expect(ruleOf(await prove(who))).toBe('none')
  ok(await s.head.actor.post('activity/activity/settle', { id }))
  expect([ruleOf(await prove(s.pupil(4).actor)), ruleOf(await prove(who, { fromOn: '2000-01-02', toOn: '2000-01-01' }))]).toEqual(['none', 'order'])
  expect(ruleOf(await prove(who, { fromOn: '2000-01-01', toOn: '2000-12-31' }))).toBe('none')
  const both = await Promise.all([prove(who), prove(who)])
  expect(new Set(both.map(a => ok(a).id)).size).toBe(1)
  const { proofs } = await mine(who)
  expect(proofs).toMatchObject([{ hours: 2, state: 'issued' }])
  const [proof] = proofs
  expect((await who.get('oss/oss/endpoint/download-file', { fileId: proof?.fileId ?? '' })).code).not.toBe(404)
  expect((await s.pupil(4).actor.get('oss/oss/endpoint/download-file', { fileId: proof?.fileId ?? '' })).code).toBe(404)
  expect(await s.db.unscoped(volunteerProofLine).all({ proofId: proof?.id ?? '' })).toMatchObject([{ title: '支教', organiser: '天文社', hours: 2 }])
  const issues = () =>
    s.db.query<{ no: string; revoked: boolean }>(
      sql`select issue_no as no, revoked_at is not null as revoked from print_issue where biz_id = ${proof?.id ?? ''} and made_at is not null`,
    )
  expect(await issues()).toEqual([{ no: proof?.proofNo, revoked: false }])
  // what is taken back proves nothing any more, and is not proved again
  const [entry] = await s.db.query<{ id: string }>(sql`select entry_id as id from volunteer_proof_line where proof_id = ${proof?.id ?? ''}`)
  ok(await s.league.post('growth/growthEntry/reverse', { id: entry?.id, reason: '登记有误，重记' }))
  await s.server.settle()
  expect([await issues(), (await s.db.unscoped(volunteerProof).one(proof?.id ?? '')).state]).toEqual([[{ no: proof?.proofNo, revoked: true }], 'revoked'])
  expect([ruleOf(await prove(who)), (await mine(who)).hours]).toEqual(['none', 0])
})
it('60-AT12 an absence that is objected to is settled with the true time as well', async () => {
  const { id, start } = await served('植树', 5)
  ok(await mark(id, 5, 'absent'))
  ok(await s.head.actor.post('activity/activity/settle', { id }))
  const own = { id: (await s.enrolled(id, s.pupil(5))).id }
  ok(await s.pupil(5).actor.post('activity/activityEnrolment/object', { ...own, reason: '当时在场，手机没电' }))
  const decide = (times: object) => s.head.actor.post('activity/activityEnrolment/decide', { ...own, outcome: 'present', reply: '查过名单', ...times })
  expect(ruleOf(await decide({}))).toBe('serviceTime')
  ok(await decide({ cameAt: start, leftAt: at(start, 1) }))
  expect((await mine(s.pupil(5).actor)).hours).toBe(1)
})
