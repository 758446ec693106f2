import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { attentionCase } from '../attention/model/attention-case.ts'
import { type MhResult, mhResult } from './model/result.ts'
import { scoresOf } from './model/scores.ts'
import { mhScreening } from './model/screening.ts'
import { sealScores } from './server/seal-scores.ts'
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
it('10-A7 a student sees that their result was read in a list, too; others see nothing of it', async () => {
  await setParams(s, 'mentalHealth', { readersAfterDays: 0 })
  const seen = async (by: Pupil) => ok(await by.actor.get<Array<{ actionName: string }>>('audit/auditLog/mine')).filter(r => r.actionName === '查看心理健康记录').length
  const before = await seen(who)
  ok(await find())
  expect([await seen(who), await seen(s.pupils[1] as Pupil)]).toEqual([before + 1, 0])
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
  expect([scoresOf(row).proposedLevel, row.state === 'confirmed' ? scoresOf(row).confirmedLevel : row.dismissReason, row.confirmedById]).toEqual([
    '4',
    row.state === 'confirmed' ? '3' : '约谈后没有发现',
    s.psychologist.userId,
  ])
  // what was confirmed is proposed as a case, what was dismissed is none
  const cases = await s.db.unscoped(attentionCase).all({ studentId: row.studentId })
  expect(cases.map(c => [c.level, c.state, c.sources?.map(x => [x.source, x.ref])])).toEqual(row.state === 'confirmed' ? [['3', 'proposed', [['screening', result]]]] : [])
  // whoever reads the database reads neither words nor scores, levels and risks
  const atRest = async () =>
    (
      await s.db.query<{
        scores: unknown
        judged: unknown
        text: string
      }>(sql`select jsonb_build_array(r.total, r.factor, r.positives, r.is_risk, r.dimension_scores, r.seconds, r.proposed_level, r.confirmed_level) as scores,
        i.risk as judged, concat(i.impression, i.advice, r.answers, r.scores) as text from mh_interview i join mh_result r on r.tenant_id = i.tenant_id and r.id = i.result_id where i.tenant_id = ${s.tenantId}`)
    )[0]
  const nothing = { scores: Array(8).fill(null), judged: null, text: expect.not.stringMatching(/睡不好|再约|2,2,1|total/) }
  expect(await atRest()).toEqual(nothing)
  // as an earlier version has left it, and the next start finds it
  await s.db.query(sql`update mh_result set scores = null, total = 12, proposed_level = '4', is_risk = false where id = ${result}`)
  await s.db.query(sql`update mh_interview set judged = null, risk = 'watch' where result_id = ${result}`)
  const read = async () => ok(await s.psychologist.get<{ total: number; proposedLevel: string; interviews: Array<{ risk: string }> }>('mentalHealth/mhResult/read', { id: result }))
  const before = await read()
  expect([before.total, before.proposedLevel, before.interviews.map(i => i.risk)]).toEqual([12, '4', ['watch']])
  await sealScores(s.db)
  expect(await atRest()).toEqual(nothing)
  expect(await read()).toEqual(before)
  // 50-MH2: the log of operations says that somebody has noted a talk, and of whom it says nothing
  const admin = await s.as({ roles: ['admin'], nickName: '管理员三' })
  const log = ok(await admin.get<{ result: Array<{ bizType: string; changes: object[] }> }>('audit/operationLog/list', { module: 'mentalHealth', size: 100 })).result
  expect(log.map(l => l.bizType)).toEqual(expect.arrayContaining(['mhInterview', 'mhResult']))
  expect(JSON.stringify(log)).not.toContain(row.studentId)
})
it('50 §9 results of an outside screening are pasted as lines: all or none, each with consent, twice without a second row, and nothing that was decided', async () => {
  const { psychologist, officer } = s
  const scales = ok(await psychologist.get<{ result: Array<{ id: string; code: string }> }>('mentalHealth/mhScale/list', {})).result
  const scl = scales.find(x => x.code === 'SCL-90')?.id ?? ''
  expect((await psychologist.post('mentalHealth/mhScreening/add', s.draft({ name: '在线', scaleIds: [scl] }))).code).toBe(422)
  const outside = ok(await psychologist.post<{ id: string }>('mentalHealth/mhScreening/add', s.draft({ name: '外部普查', scaleIds: [scl], isOutside: true }))).id
  expect(ruleOf(await psychologist.post('mentalHealth/mhScreening/publish', { id: outside }))).toBe('outside')
  const [a, b, c] = await Promise.all(s.pupils.map(p => s.db.unscoped(student).one(p.id)))
  const head = '学号\t姓名\t同意日期\t总分\t最高因子分\t阳性项目数\t危险项目'
  const line = (of: typeof a, total: string, more = '\t\t\t', on = '2026/9/1') => `${of?.studentNo}\t${of?.name}\t${on}\t${total}${more}`
  interface Taken {
    taken: number
    faults: Array<{ line: number; why: string }>
  }
  const bring = (lines: string[], by = psychologist, more: object = {}) =>
    by.post<Taken>('mentalHealth/mhResult/import', { screeningId: outside, scaleId: scl, lines: lines.join('\n'), ...more })
  const count = () => s.db.unscoped(mhResult).count({ screeningId: outside })
  expect((await bring([line(a, '120')], officer)).code).toBe(403)
  const admin = await s.as({ roles: ['admin'], nickName: '管理员二' })
  expect(ruleOf(await bring([line(a, '120')], admin))).toBe('notCentre')
  expect(ruleOf(await bring([line(a, '120')], psychologist, { screeningId: id, scaleId: s.phq }))).toBe('notOutside')
  const wrong = ok(
    await bring([
      head,
      line(a, '120'),
      line(b, '9'),
      line(c, '130', '\t7\t\t'),
      `x1\t无名\t2026-09-01\t100`,
      `${c?.studentNo}\t别人\t2026-09-01\t100`,
      line(a, '100'),
      line(b, '100', '', '没有'),
      '只有一列',
    ]),
  )
  expect(wrong.faults.map(f => [f.line, f.why])).toEqual([
    ...[
      [3, 'range'],
      [4, 'range'],
      [5, 'unknown'],
      [6, 'twice'],
      [7, 'twice'],
      [8, 'consent'],
      [9, 'columns'],
    ],
  ])
  expect([wrong.taken, await count()]).toEqual([0, 0])
  expect(ok(await bring([line(b, '100', '', '没有')])).faults.map(f => f.why)).toEqual(['consent'])
  expect(ok(await bring([`${c?.studentNo}\t别人\t2026-09-01\t100`])).faults.map(f => f.why)).toEqual(['name'])
  const good = [head, line(a, '120'), line(b, '210', '\t3.1\t60\t无'), line(c, '100', '\t1.2\t20\t有')]
  for (const n of [1, 2]) expect([n, ok(await bring(good)).taken, await count()]).toEqual([n, 3, 3])
  const rows = await s.db.unscoped(mhResult).all({ screeningId: outside })
  const of = (studentId = '') => rows.find(r => r.studentId === studentId)
  expect([of(a?.id)?.state, of(b?.id)?.state, scoresOf(of(b?.id) as MhResult).proposedLevel !== null, of(c?.id)?.state, of(c?.id)?.source]).toEqual([
    'fine',
    'toInterview',
    true,
    'toInterview',
    'import',
  ])
  // chosen and sorted by what is encrypted: the item about harming oneself first, then the level
  const shown = async (only: string, size = 20) =>
    ok(await psychologist.get<{ result: Array<{ id: string; isRisk: boolean }>; page: { total: number } }>('mentalHealth/mhResult/find', { screeningId: outside, only, size }))
  const ids = (...people: Array<typeof a>) => people.map(p => of(p?.id)?.id)
  expect((await shown('toInterview')).result.map(r => r.id)).toEqual(ids(c, b))
  expect((await shown('risk')).result.map(r => [r.id, r.isRisk])).toEqual([[of(c?.id)?.id, true]])
  const all = await shown('all', 2)
  expect([all.result.map(r => r.id), all.page.total]).toEqual([ids(c, b), 3])
  const second = ok(await psychologist.get<{ result: Array<{ id: string }> }>('mentalHealth/mhResult/find', { screeningId: outside, only: 'all', size: 2, current: 2 }))
  expect(second.result.map(r => r.id)).toEqual(ids(a))
  // who is not meant, and what a psychologist has decided
  ok(await psychologist.post('mentalHealth/mhInterview/record', { id: of(b?.id)?.id, at: inHours(-1), risk: 'none', impression: '谈过，平稳', advice: '不用再约' }))
  ok(await psychologist.post('mentalHealth/mhResult/dismiss', { id: of(b?.id)?.id, reason: '谈过，平稳' }))
  expect(ok(await bring(good)).faults.map(f => f.why)).toEqual(['decided'])
  const [away] = await s.db.unscoped(student).all({ id: s.away.id })
  const { version } = await s.db.unscoped(mhScreening).one(outside)
  ok(await psychologist.post('mentalHealth/mhScreening/update', { id: outside, version, audience: { userIds: s.pupils.map(p => p.actor.userId) } }))
  expect([ok(await bring([line(away, '100')])).faults.map(f => f.why), await count()]).toEqual([['audience'], 3])
})
