import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attentionCase } from '../attention/model/attention-case.ts'
import { mhResult } from './model/result.ts'
import { inHours, ok, type Pupil, ruleOf, type ScreeningSchool, screeningSchool, TIRED } from './testing.ts'

let s: ScreeningSchool
let id: string
let who: Pupil
let result: string
beforeAll(async () => {
  s = await screeningSchool()
  who = s.pupils[0] as Pupil
  id = await s.published()
  ok(await s.answer(who, id, TIRED))
  result = (await s.db.unscoped(mhResult).find({ screeningId: id, studentId: who.id }))?.id ?? ''
})
afterAll(() => s.close())
const find = (by = s.psychologist, more: object = {}) => by.get<{ result: Array<{ id: string; total: number }> }>('mentalHealth/mhResult/find', { screeningId: id, ...more })
const audited = async () =>
  (
    await s.db.query<{ n: number }>(
      sql`select count(*)::int as n from audit_log where tenant_id = ${s.tenantId} and action = 'reveal' and biz_type = 'mhResult' and not exists (select from student x where x.tenant_id = audit_log.tenant_id and audit_log.detail::text like '%' || x.id || '%')`,
    )
  )[0]?.n ?? 0

it('50-MH6 only the centre reads results, and each reading is audited; administrators and the office do not by their roles', async () => {
  const before = await audited()
  expect(ok(await find()).result.map(r => [r.id, r.total])).toEqual([[result, 12]])
  expect(ok(await s.psychologist.get<{ answers: object[] }>('mentalHealth/mhResult/read', { id: result })).answers.length).toBe(9)
  expect(await audited()).toBe(before + 2)
  const admin = await s.as({ roles: ['admin', 'officer'], nickName: '管理员' })
  expect([ruleOf(await find(admin)), ruleOf(await admin.get('mentalHealth/mhResult/read', { id: result }))]).toEqual(['notCentre', 'notCentre'])
  for (const by of [s.officer, s.college, s.fdy, who.actor]) expect((await find(by)).code).toBe(403)
  expect(await audited()).toBe(before + 2)
  // neither list, export nor search knows them
  for (const verb of ['list', 'getOne', 'export', 'select']) expect([403, 404, 405]).toContain((await admin.get(`mentalHealth/mhResult/${verb}`, { id: result })).code)
})
it('50-MH3 a level is confirmed after a talk only, once; 50-MH15 what is written is kept encrypted', async () => {
  const confirm = () => s.psychologist.post('mentalHealth/mhResult/confirm', { id: result, level: '3' })
  expect(ruleOf(await confirm())).toBe('notInterviewed')
  const talk = { id: result, at: inHours(-1), risk: 'watch', impression: '近来睡不好，愿意再谈', advice: '一周后再约' }
  expect(ruleOf(await s.psychologist.post('mentalHealth/mhInterview/record', { ...talk, at: inHours(1) }))).toBe('future')
  ok(await s.psychologist.post('mentalHealth/mhInterview/record', talk))
  const codes = (await Promise.all([confirm(), s.psychologist.post('mentalHealth/mhResult/dismiss', { id: result, reason: '约谈后没有发现' })])).map(a => a.code)
  expect(codes.toSorted()).toEqual([200, 422])
  const row = await s.db.unscoped(mhResult).one(result)
  expect([row.proposedLevel, row.state === 'confirmed' ? row.confirmedLevel : row.dismissReason, row.confirmedById]).toEqual([
    '4',
    row.state === 'confirmed' ? '3' : '约谈后没有发现',
    s.psychologist.userId,
  ])
  // what was confirmed is proposed as a case, what was dismissed is none
  const cases = await s.db.unscoped(attentionCase).all({ studentId: row.studentId })
  expect(cases.map(c => [c.level, c.state, c.sources?.map(x => [x.source, x.ref])])).toEqual(row.state === 'confirmed' ? [['3', 'proposed', [['screening', result]]]] : [])
  const [raw] = await s.db.query<{
    text: string
  }>(sql`select concat(i.impression, i.advice, r.answers) as text from mh_interview i join mh_result r on r.tenant_id = i.tenant_id and r.id = i.result_id
    where i.tenant_id = ${s.tenantId}`)
  expect(raw?.text).not.toMatch(/睡不好|再约|2,2,1/)
})
