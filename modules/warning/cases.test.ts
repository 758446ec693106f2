import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { seededRandom } from '#model/random.ts'
import { proposeCase } from '#modules/mentalHealth/attention/server/api.ts'
import { today } from '#server/base/today.ts'
import { warningSources } from '#server/extensions/warning-sources.ts'
import { ROOT } from '#server/registry/registry.ts'
import { filesBelow } from '#testing/source-files.ts'
import { scoreOf, type Weighed } from './model/score.ts'
import { warningCase } from './model/warning-case.ts'
import { forget, lookAtAll } from './server/jobs.ts'
import { lookAgain, scoresOf } from './server/score-set.ts'
import { cards, casesOf, close, daysAgo, headTeacher, type LeaveSchool, overdueLeave, ruleOver, signal, warningSchool } from './testing.ts'

let s: LeaveSchool
beforeAll(async () => {
  s = await warningSchool()
})
afterAll(() => s.close())

it('60-EW1 the statement scores any signals as the rule says, and says the same again', async () => {
  const people = [(await s.newStudent(s.ids.a2301)).id, (await s.newStudent(s.ids.a2301)).id]
  const rules = new Map<string, { decayDays: number; maxCount: number | null }>()
  for (const decayDays of [1, 3, 14, 33, 120]) for (const maxCount of [null, 2]) rules.set(await ruleOver(s, 'leave.overdue', { decayDays, maxCount }), { decayDays, maxCount })
  const all: Array<Weighed & { studentId: string }> = []
  const random = seededRandom(7)
  const draw = (most: number): number => Math.floor(random() * most)
  for (const [ruleId, { decayDays, maxCount }] of rules)
    for (let n = 0; n < 6; n++) {
      const [days, points, studentId] = [draw(40) + 2, draw(50) + 1, people[draw(2)] ?? '']
      const id = await signal(s, ruleId, studentId, days, { points })
      const occurredAt = (await s.db.query<{ at: string }>(sql`select occurred_at as at from warning_signal where tenant_id = ${s.tenantId} and id = ${id}`))[0]?.at ?? ''
      all.push({ id, ruleId, studentId, on: today(new Date(occurredAt)), occurredAt, points, decayDays, maxCount })
    }
  const on = today()
  const daysSince = (from: string): number => Math.round((Date.parse(on) - Date.parse(from)) / DAY_MS)
  const expected = people.flatMap(studentId => {
    const score = scoreOf(
      all.filter(a => a.studentId === studentId),
      daysSince,
    )
    return score ? [[studentId, score]] : []
  })
  const seen = async () => new Map((await scoresOf(s.db, people, on)).map(x => [x.studentId, x.score]))
  expect(await seen()).toEqual(new Map(expected as Array<[string, number]>))
  await lookAtAll(s.db)
  const before = (await casesOf(s, people[0] ?? '')).map(c => [c.id, c.score, c.parts])
  expect(before.length).toBe(1)
  await lookAtAll(s.db)
  expect((await casesOf(s, people[0] ?? '')).map(c => [c.id, c.score, c.parts])).toEqual(before)
})
it('60-EW1 two signals at once make one case with both, told by the event of another module', async () => {
  const { id: who } = await s.newStudent(s.ids.s2301, '秦一')
  await overdueLeave(s, who)
  const rule = await ruleOver(s, 'leave.overdue')
  await Promise.all([signal(s, rule, who).then(() => lookAgain(s.db, [who])), s.db.emit('leave.overdue', { studentId: who }), lookAgain(s.db, [who])])
  await s.server.settle()
  await s.server.settle()
  const found = await casesOf(s, who)
  expect(found).toMatchObject([{ state: 'open', level: 'look' }])
  expect(found[0]?.parts).toHaveLength(2)
  expect(found[0]?.dueAt).not.toBeNull()
  // an event of a fact that is none any more takes its signal away
  await s.db.query(sql`update leave set state = 'closed', back_at = now() where tenant_id = ${s.tenantId} and student_id = ${who}`)
  await s.db.emit('leave.closed', { studentId: who })
  await s.server.settle()
  await s.server.settle()
  expect((await casesOf(s, who))[0]).toMatchObject({ level: 'notice' })
  expect((await casesOf(s, who))[0]?.parts).toHaveLength(1)
})
it('60-EW2 no other module reads the list or its program, and every part shows value, date and source; students read the weights', async () => {
  const readers = ['modules', 'kernel']
    .flatMap(folder => filesBelow(join(ROOT, folder)))
    .map(file => relative(ROOT, file))
    .filter(file => /\.(ts|tsx|sql)$/.test(file) && !file.startsWith('modules/warning/') && !file.endsWith('.test.ts'))
    .filter(file => /#modules\/warning\/|\bwarning_(case|signal|rule)\b|\bwarning\.(warningCase|warningSignal|warningRule)\b/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(readers).toEqual([])
  const read = await s.me.get<{ rules: Array<{ title: string; points: number; decayDays: number; sourceTitle: string }>; noticeFrom: number }>('warning/warningRule/weights')
  expect(read.code).toBe(200)
  expect(read.data.noticeFrom).toBe(20)
  expect(read.data.rules).toEqual(expect.arrayContaining([expect.objectContaining({ title: '请假到期未返', points: 20, decayDays: 3, sourceTitle: '请假' })]))
  const { id: who } = await s.newStudent(s.ids.s2301, '秦二')
  const leaveId = await overdueLeave(s, who)
  await lookAgain(s.db, [who])
  const mine = (await cards(s.fdy)).find(c => c.studentId === who)
  expect(mine?.parts).toMatchObject([{ title: '请假到期未返', value: 1, points: 20, at: expect.any(String), link: `/leave/leaves?id=${leaveId}` }])
})
it('60-EW3 no source says anything of ethnicity, religion, politics, health, mind, position, messages or browsing', () => {
  const codes = s.db.registered(warningSources).map(source => source.code)
  expect(codes.length).toBeGreaterThan(6)
  expect(codes.filter(code => /ethnic|religio|politic|health|mental|position|location|message|browse|attention|consult|help/i.test(code))).toEqual([])
  expect(codes.filter(code => /^(mentalHealth|message|mobile|league|family)\./.test(code))).toEqual([])
})
it('60-EW4 whether an attention case exists changes neither score nor order nor count', async () => {
  const people = [(await s.newStudent(s.ids.s2301, '秦七')).id, (await s.newStudent(s.ids.s2301, '秦八')).id]
  const rule = await ruleOver(s, 'leave.overdue')
  for (const who of people) await signal(s, rule, who)
  await lookAgain(s.db, people)
  const seen = async () => (await cards(s.fdy)).map(c => [c.id, c.studentId, c.score, c.level, c.parts.length])
  const before = await seen()
  expect(before.filter(([, who]) => people.includes(String(who)))).toHaveLength(2)
  await s.db.tx(db => proposeCase(db, { studentId: people[1] ?? '', source: 'report', ref: null, level: '1', at: new Date().toISOString(), why: '说过不想活' }))
  await s.server.settle()
  await lookAgain(s.db, people)
  expect(await seen()).toEqual(before)
  // the control: a signal does change it
  await signal(s, rule, people[1] ?? '')
  await lookAgain(s.db, people)
  expect(await seen()).not.toEqual(before)
})
it('60-EW5 who does not study at present has no signals of presence; who was allowed to be away has none either', async () => {
  const { id: who } = await s.newStudent(s.ids.s2301, '秦三')
  await overdueLeave(s, who)
  await s.db.query(sql`update student set status = 'suspended' where tenant_id = ${s.tenantId} and id = ${who}`)
  await lookAgain(s.db, [who])
  expect(await casesOf(s, who)).toEqual([])
  await s.db.query(sql`update student set status = 'active' where tenant_id = ${s.tenantId} and id = ${who}`)
  await lookAgain(s.db, [who])
  expect(await casesOf(s, who)).toMatchObject([{ state: 'open' }])
  await s.db.query(sql`update leave set state = 'active', end_at = now() + interval '2 days' where tenant_id = ${s.tenantId} and student_id = ${who}`)
  await lookAgain(s.db, [who])
  expect(await casesOf(s, who)).toMatchObject([{ state: 'closed', outcome: 'none' }])
})
it('60-EW6 closing needs an outcome and a sentence, happens once, and the same parts do not open it again for some days', async () => {
  const { id: who } = await s.newStudent(s.ids.s2301, '秦四')
  const rule = await ruleOver(s, 'leave.overdue')
  await signal(s, rule, who)
  await lookAgain(s.db, [who])
  const [first] = await casesOf(s, who)
  expect((await close(s.fdy, first?.id, { note: undefined })).code).toBe(400)
  expect((await close(s.fdy, first?.id, { outcome: undefined })).code).toBe(400)
  expect((await close(s.teacher, first?.id)).code).toBe(404)
  expect((await close(s.me, first?.id)).code).toBe(403)
  expect((await s.fdy.post('warning/warningCase/follow', { id: first?.id })).code).toBe(200)
  const both = await Promise.all([close(s.fdy, first?.id, { outcome: 'referred' }), close(s.fdy, first?.id, { outcome: 'referred' })])
  expect(both.map(b => b.code).sort()).toEqual([200, 422])
  expect((await s.fdy.post('warning/warningCase/follow', { id: first?.id })).code).toBe(422)
  await lookAgain(s.db, [who])
  expect(await casesOf(s, who)).toHaveLength(1)
  await lookAgain(s.db, [who], Date.now() + 8 * DAY_MS)
  const second = (await casesOf(s, who)).find(c => c.state === 'open')
  expect((await close(s.fdy, second?.id, { outcome: 'falseAlarm' })).code).toBe(200)
  await lookAgain(s.db, [who])
  expect((await casesOf(s, who)).map(c => c.outcome).sort()).toEqual(['falseAlarm', 'referred'])
  // something new does
  await signal(s, rule, who)
  await lookAgain(s.db, [who])
  expect((await casesOf(s, who)).map(c => c.outcome ?? 'open').sort()).toEqual(['falseAlarm', 'open', 'referred'])
})
it('60-EW7 a reader’s score adds up what the reader may see, of their own students; reading is audited and closed cases are forgotten', async () => {
  const { id: who } = await s.newStudent(s.ids.s2301, '秦五')
  const seen = await ruleOver(s, 'leave.overdue')
  const hidden = await ruleOver(s, 'fee.arrears')
  await signal(s, seen, who)
  await signal(s, hidden, who, 3, { sourceType: 'fee.arrears', points: 40 })
  await lookAgain(s.db, [who])
  const bzr = await headTeacher(s, s.ids.s2301)
  const full = (await cards(s.fdy)).find(c => c.studentId === who)
  expect(full).toMatchObject({ level: 'urgent' })
  expect(full?.parts).toHaveLength(2)
  const part = (await cards(bzr)).find(c => c.studentId === who)
  expect(part).toMatchObject({ level: 'notice', score: full?.parts.find(p => p.title.startsWith('leave'))?.points })
  expect(part?.parts).toHaveLength(1)
  // what is hidden from a reader leaves no entry, either
  const { id: other } = await s.newStudent(s.ids.s2301, '秦六')
  await signal(s, hidden, other, 3, { sourceType: 'fee.arrears', points: 40 })
  await lookAgain(s.db, [other])
  expect((await cards(s.fdy)).some(c => c.studentId === other)).toBe(true)
  expect((await cards(bzr)).some(c => c.studentId === other)).toBe(false)
  const stranger = await s.as({ roles: ['fdy'], nickName: '别班辅导员' })
  expect(await cards(stranger)).toEqual([])
  for (const nobody of [s.officer, s.college, s.me]) expect((await nobody.get('warning/warningCase/cards')).code).toBe(403)
  expect(await s.db.query(sql`select from audit_subject where tenant_id = ${s.tenantId} and student_id = ${other} limit 1`)).toHaveLength(1)
  const [own] = await casesOf(s, who)
  await close(s.fdy, own?.id)
  await s.db.query(sql`update warning_case set closed_at = ${daysAgo(364)} where tenant_id = ${s.tenantId} and id = ${own?.id ?? ''}`)
  await forget(s.db)
  expect(await s.db.unscoped(warningCase).count({ id: own?.id ?? '' })).toBe(1)
  await s.db.query(sql`update warning_case set closed_at = ${daysAgo(366)} where tenant_id = ${s.tenantId} and id = ${own?.id ?? ''}`)
  await forget(s.db)
  expect(await s.db.unscoped(warningCase).count({ id: own?.id ?? '' })).toBe(0)
})
