import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { percentOf } from '#model/percent.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { askedOn, termAround } from '#testing/questions.ts'
import type { Actor } from '#testing/school.ts'
import { activity } from './model/activity.ts'
import { activityEnrolment } from './model/enrolment.ts'
import type { activityStatistics } from './model/statistics.ts'
import { shuffleFeedback } from './server/feedback.ts'
import { type ActivitySchool, activitySchool, inHours, moved, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
const SIX = [0, 1, 2, 3, 4, 5] as const
interface Result {
  count: number
  content: number | null
  gain: number | null
  words: Array<{ words: string }>
  isOver: boolean
}
const result = async (id: string, by: Actor = s.head.actor) => ok(await by.get<Result>('activity/activity/feedback', { id }))
const rate = async (id: string, n: number, more: object = {}, headers?: Record<string, string>) =>
  s.pupil(n).actor.post('activity/activityEnrolment/rate', { id: (await s.enrolled(id, s.pupil(n))).id, content: 4, organisation: 3, gain: 5, ...more }, headers)
const mayRate = async (id: string, n: number) =>
  ok(await s.pupil(n).actor.get<Array<{ activityId: string; mayRate: boolean }>>('activity/activityEnrolment/mine')).find(a => a.activityId === id)?.mayRate
/** Over since two hours; everybody was there but those named. */
async function held(title: string, ...away: readonly number[]): Promise<string> {
  const id = await s.activity({ title, quota: 20 })
  for (const n of SIX) ok(await s.enrol(s.pupil(n).actor, id))
  expect(ruleOf(await rate(id, 0))).toBe('rateEarly')
  await moved(s, id, inHours(-4))
  for (const n of SIX) {
    const outcome = away.includes(n) ? 'absent' : n === 1 ? 'late' : 'present'
    ok(await s.head.actor.post('activity/activityEnrolment/mark', { id: (await s.enrolled(id, s.pupil(n))).id, outcome, reason: '现场点名' }))
  }
  return id
}
/** Settled, so that its organiser may propose others, and so many days back. */
async function ago(id: string, days: number): Promise<void> {
  ok(await s.head.actor.post('activity/activity/settle', { id }))
  await moved(s, id, new Date(Date.now() - days * DAY_MS).toISOString())
}

it('60-AT14 whoever was there rates once, for some days; results show from five answers on, in steps of as many', async () => {
  const id = await held('评价', 5)
  expect([await mayRate(id, 0), await mayRate(id, 5)]).toEqual([true, false])
  expect([ruleOf(await rate(id, 5)), (await rate(id, 0, { content: 6 })).code]).toEqual(['rateAbsent', 400])
  const another = await s.pupil(1).actor.post('activity/activityEnrolment/rate', { id: (await s.enrolled(id, s.pupil(0))).id, content: 1, organisation: 1, gain: 1 })
  expect(another.code).toBe(404)
  const both = await Promise.all([rate(id, 0, { words: '望远镜太少' }), rate(id, 0, { words: '望远镜太少' })])
  expect(both.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['ok', 'rated'])
  for (const n of [1, 2, 3]) ok(await rate(id, n))
  expect(await result(id)).toMatchObject({ count: 0, content: null, words: [], isOver: false })
  ok(await rate(id, 4, { content: 1 }))
  expect([await result(id), await mayRate(id, 4)]).toMatchObject([{ count: 5, content: 3.4, gain: 5, words: [{ words: '望远镜太少' }] }, false])
  ok(await s.head.actor.post('activity/activity/settle', { id }))
  expect((await s.pupil(0).actor.get('activity/activity/feedback', { id })).code).toBe(404)
  expect(await result(id, s.league)).toMatchObject({ count: 5 })
})
it('60-AT14 after some days nobody rates any more; fewer than five answers never show', async () => {
  const id = await held('少数')
  for (const n of [0, 1, 2]) ok(await rate(id, n, { words: '说不出口的话' }))
  await ago(id, 8)
  expect([ruleOf(await rate(id, 3)), await mayRate(id, 3)]).toEqual(['rateOver', false])
  expect(await result(id)).toMatchObject({ count: 3, content: null, words: [], isOver: true })
  const rest = await held('余下')
  for (const n of SIX) ok(await rate(rest, n))
  expect((await result(rest)).count).toBe(5)
  await ago(rest, 8)
  expect((await result(rest)).count).toBe(6)
})
it('60-AT14 no answer is joined to a student: not by a column, an id, what else is kept, nor after the night by order or transaction', async () => {
  const id = await held('匿名')
  const body = { words: '只有我这样写' }
  for (const n of [5, 4, 3, 2, 1]) ok(await rate(id, n, { words: `第${n}句` }))
  const key = 'k'.repeat(32)
  ok(await rate(id, 0, body, { 'idempotency-key': key }))
  await s.server.settle()
  const columns = await s.db.query<{ name: string }>(sql`select column_name as name from information_schema.columns where table_name = 'activity_feedback' order by 1`)
  expect(columns.map(c => c.name)).toEqual(['activity_id', 'content', 'gain', 'id', 'is_shown', 'organisation', 'tenant_id', 'words'])
  const sent = { id: (await s.enrolled(id, s.pupil(0))).id, content: 4, organisation: 3, gain: 5, ...body }
  const tables = await s.db.query<{ name: string }>(
    sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')`,
  )
  for (const what of [createHash('sha256').update(JSON.stringify(sent)).digest('base64url'), body.words])
    for (const { name } of tables) {
      const found = await s.db.query({ text: `select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`, values: [what] } as never)
      expect([name, found.length]).toEqual([name, name === 'activity_feedback' && what === body.words ? 1 : 0])
    }
  const xmins = () =>
    s.db.query<{ n: number }>(
      sql`select count(*)::int as n from activity_feedback f join activity_enrolment e on e.xmin = f.xmin and e.activity_id = f.activity_id where f.activity_id = ${id}`,
    )
  const ids = async () => (await s.db.query<{ id: string }>(sql`select id from activity_feedback where activity_id = ${id}`)).map(f => f.id)
  const before = await ids()
  expect((await xmins())[0]?.n).toBe(6)
  expect(await shuffleFeedback(s.db)).toBeGreaterThanOrEqual(6)
  const after = await ids()
  expect([(await xmins())[0]?.n, after.length, after.some(one => before.includes(one)), new Set(after.map(one => one[14]))]).toEqual([0, 6, false, new Set(['4'])])
  // lists tell nobody who has answered
  const listed = JSON.stringify(ok(await s.league.get('activity/activityEnrolment/list', { activityId: id })))
  expect(listed).not.toContain('hasRated')
  expect((await s.db.unscoped(activityEnrolment).all({ activityId: id })).every(r => r.hasRated)).toBe(true)
})
it('statistics: who came, what it cost, how it was liked, and whose activities are not settled; the list is printed', async () => {
  const read = async (by: Actor = s.league) =>
    ok(await by.get<OutputOf<typeof activityStatistics>>('activity/activity/statistics', { from: addDays(today(), -30), to: addDays(today(), 1) }))
  const before = await read()
  const id = await held('统计', 5)
  await s.db.update(activity, id, { cost: 500_00 })
  for (const n of [0, 1, 2, 3, 4]) ok(await rate(id, n))
  const after = await read()
  const grown = (name: 'activities' | 'seats' | 'present' | 'cost'): number => after[name] - before[name]
  expect([grown('activities'), grown('seats'), grown('present'), grown('cost'), after.rated - before.rated]).toEqual([1, 6, 5, 500_00, 1])
  expect(after.perPresent).toBe(100_00)
  expect(after.attendance).toBe(percentOf(after.present, after.seats))
  expect(after.byOrganiser).toMatchObject([{ key: 'society', present: after.present }])
  expect(after.unsettled.find(u => u?.organiser === '天文社')?.n).toBeGreaterThan(0)
  expect((await read(await s.as({ roles: ['college'], departmentId: s.ids.art }))).activities).toBe(0)
  const printed = await s.league.post('sheet/print/issue', { code: 'activityList', ids: [id] })
  for (const word of ['活动名单', '统计', '天文社']) expect(wordsOfPdf(printed.raw)).toContain(word)
})
it('60-ST1 what activities bring is counted of those that were settled by the day', async () => {
  await termAround(s)
  const [before, now] = await askedOn(s, 'activity.worth', [addDays(today(), -1), today()])
  expect([before?.hours, before?.reached, before?.reachedOf]).toEqual([0, 0, now?.reachedOf])
  expect([now?.reached, now?.costOf]).toEqual([6, 17])
  expect(now?.hours).toBeGreaterThan(0)
})
