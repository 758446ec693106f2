import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, addMonths, monthAfter } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { type DisciplineSchool, disciplineSchool, moment, must, type Pupil, rulesOf, taskOf } from '../testing.ts'
import { remindEnding } from './server/reports.ts'

let s: DisciplineSchool
beforeAll(async () => {
  s = await disciplineSchool()
})
afterAll(() => s.close())
const LIFT = 'discipline/punishmentLift'
const STATEMENT = '处分以来认真学习，遵守校规，没有再违纪。'
/** A punishment whose period began so many months ago. */
async function since(who: Pupil, level: 'warning' | 'probation', months: number): Promise<string> {
  const id = await s.served(who, level)
  const start = addMonths(today(), -months)
  const length = level === 'probation' ? 12 : 6
  await s.db.query(sql`update punishment set period_start = ${start}::date, period_end = ${addDays(addMonths(start, length), -1)}::date, due_on = null where id = ${id}`)
  await s.db.query(
    sql`update discipline_case c set occurred_at = ${`${addDays(start, -10)}T08:00:00+08:00`}::timestamptz from punishment p where p.case_id = c.id and p.id = ${id}`,
  )
  return id
}
const apply = (who: Pupil, punishmentId: string, more: object = {}) => who.actor.post(`${LIFT}/apply`, { punishmentId, statement: STATEMENT, ...more })
const liftOf = async (punishmentId: string): Promise<string> =>
  (await s.db.query<{ id: string }>(sql`select id from punishment_lift where punishment_id = ${punishmentId} order by created_at desc limit 1`))[0]?.id ?? ''

it('50-PN12 the conditions are shown with their values; a period that is over is lifted by counsellor, college and office, with a number, and nothing applies any more', async () => {
  const who = await s.pupil()
  const id = await since(who, 'warning', 7)
  const { checks } = await must(who.actor.get<{ checks: Array<{ isMet: boolean; value: string }> }>(`${LIFT}/checks`, { punishmentId: id }))
  expect(checks.map(c => c.isMet)).toEqual([true, true])
  await must(apply(who, id))
  expect((await s.punishment(id)).state).toBe('liftPending')
  expect(rulesOf(await apply(who, id))).toEqual(['open'])
  const lift = await liftOf(id)
  for (const by of [s.fdy, s.college, s.officer]) await must(by.post('workflow/processTask/approve', { taskId: await taskOf(s, by, lift) }))
  expect(await s.punishment(id)).toMatchObject({ state: 'lifted', liftedOn: today() })
  expect((await s.punishment(id)).liftDocumentNo).toMatch(/^校学解〔\d{4}〕\d+号$/)
})
it('50-PN12 before the end merit is needed, and at least six months; of two that apply at once one is taken', async () => {
  const who = await s.pupil()
  const id = await since(who, 'probation', 7)
  const months = Array.from({ length: 6 }, (_, n) => monthAfter(addMonths(today(), -7), n + 1))
  expect(rulesOf(await apply(who, id, { merit: '获省级竞赛一等奖' }))).toEqual(['unmet'])
  for (const month of months) await must(who.actor.post('discipline/observationReport/make', { punishmentId: id, month, text: '本月认真学习校规校纪，参加志愿服务，反思错误。' }))
  expect(
    rulesOf(await who.actor.post('discipline/observationReport/make', { punishmentId: id, month: months[0], text: '本月认真学习校规校纪，参加志愿服务，反思错误。' })),
  ).toEqual(['twice'])
  const without = await apply(who, id)
  expect(without.errors[0]?.values).toEqual({ items: [{ text: '处分期满，或满规定月数且有突出表现' }] })
  const young = await s.pupil()
  expect(rulesOf(await apply(young, await since(young, 'warning', 5), { merit: '获省级竞赛一等奖' }))).toEqual(['unmet'])
  const raced = await Promise.all([1, 2].map(() => apply(who, id, { merit: '获省级竞赛一等奖' })))
  expect(raced.map(a => a.code).sort()).toEqual([200, 422])
})
it('50-PN12 a new violation keeps it from being lifted; many are started at once and those who do not meet the conditions are named', async () => {
  const [good, bad] = [await s.pupil('周雨桐'), await s.pupil('钱多多')]
  const ids = [await since(good, 'warning', 7), await since(bad, 'warning', 7)]
  // whoever may be lifted is not extended
  expect(rulesOf(await s.officer.post(`${LIFT}/extend`, { punishmentId: ids[0], months: 1, reason: '再观察' }))).toEqual(['ready'])
  await s.opened([bad.id], { occurredAt: moment(30) })
  const answer = await must(s.officer.post<{ started: number; unmet: string[] }>(`${LIFT}/start`, { ids }))
  expect(answer).toEqual({ started: 1, unmet: ['钱多多'] })
  const [, id = ''] = ids
  const before = (await s.punishment(id)).periodEnd ?? ''
  const extend = (months: number) => s.officer.post(`${LIFT}/extend`, { punishmentId: id, months, reason: '处分期内再次违纪' })
  expect((await extend(6)).code).toBe(200)
  expect((await s.punishment(id)).periodEnd).toBe(addMonths(before, 6))
  const refused = await extend(7)
  expect([rulesOf(refused), refused.errors[0]?.values]).toEqual([['most'], { months: 7, most: 12 }])
})
it('50-PN12 thirty days before the end student and counsellor get a to-do, once', async () => {
  const who = await s.pupil()
  const id = await since(who, 'warning', 1)
  const end = (await s.punishment(id)).periodEnd ?? ''
  const asked = async (on: string): Promise<number> => {
    await s.db.tx(db => remindEnding(db, on))
    const rows = await s.db.query<{ n: number }>(
      sql`select count(*)::int as n from todo where biz_id = ${id} and node = 'lift' and user_id in (${who.actor.userId}, ${s.fdy.userId})`,
    )
    return rows[0]?.n ?? 0
  }
  expect([await asked(addDays(end, -31)), await asked(addDays(end, -30)), await asked(addDays(end, -29))]).toEqual([0, 2, 2])
})
