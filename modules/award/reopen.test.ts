import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import { type AwardSchool, awardSchool, ranked, TOP_TEN } from './testing.ts'

let s: AwardSchool
beforeAll(async () => {
  s = await awardSchool()
})
afterAll(() => s.close())

it('50-PN17 once a punishment is revoked, what it blocked is open again as a to-do of the college; what other conditions refuse is not', async () => {
  const [set, dropped, other] = [await s.pupil(), await s.pupil(), await s.pupil()]
  const all = [set, dropped, other]
  const back = s.withDiscipline()
  const itemId = await s.item([TOP_TEN, { name: '没有处分', when: { fact: 'discipline.inForce', op: 'eq', value: false } }])
  const batchId = await s.batch([itemId], { [s.ids.info]: 3 })
  for (const [n, { id }] of all.entries()) s.grades[id] = ranked(n + 1, 40)
  const cases: string[] = []
  for (const who of all) {
    const id = await s.approved(who, batchId, itemId)
    expect((await s.nominate(s.college, id)).msg).toBe('成功')
    cases.push(id)
  }
  const tell = async (event: string) => {
    for (const { id } of all) await s.db.emit(event, { punishmentId: id, studentId: id, level: 'warning', from: today(), to: null, on: today() })
    await s.server.settle()
  }
  const todos = async () =>
    (
      await s.db.query<{ at: number; node: string; state: string }>(sql`select array_position(${cases}::text[], biz_id) as at, node, state from todo
        where user_id = ${s.college.userId} and node in ('review', 'reopened') and biz_id = any(${cases}::text[]) order by 1, 2`)
    ).map(({ at, node, state }) => [at, node, state])
  for (const { id } of all) s.punished.add(id)
  await tell('discipline.effective')
  const states = () => Promise.all(cases.map(async id => (await s.case(id)).state))
  expect(await states()).toEqual(['review', 'review', 'review'])
  for (const id of cases.slice(1)) expect((await s.college.post('award/awardApplication/decideReview', { id, isKept: false, reason: '处分生效' })).msg).toBe('成功')
  expect([await todos(), await s.used(batchId)]).toEqual([
    [
      [1, 'review', 'open'],
      [2, 'review', 'done'],
      [3, 'review', 'done'],
    ],
    [1],
  ])
  s.punished.clear()
  s.grades[other.id] = ranked(30, 40)
  await tell('discipline.revoked')
  expect(await states()).toEqual(['review', 'approved', 'rejected'])
  expect((await s.case(cases[0] ?? '')).reviewReason).toBe('影响评奖的处分已撤销或变更')
  expect(await todos()).toEqual([
    [1, 'review', 'open'],
    [2, 'reopened', 'open'],
    [2, 'review', 'done'],
    [3, 'review', 'done'],
  ])
  expect((await s.nominate(s.college, cases[1] ?? '')).msg).toBe('成功')
  expect((await s.college.post('award/awardApplication/decideReview', { id: cases[0], isKept: true, reason: '处分已撤销' })).msg).toBe('成功')
  expect([await states(), await s.used(batchId), (await todos()).every(([, , state]) => state === 'done')]).toEqual([['nominated', 'nominated', 'rejected'], [2], true])
  back()
})
