import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { appeal } from '../appeals/model/appeal.ts'
import { type DisciplineSchool, disciplineSchool, moment, must, type Pupil } from '../testing.ts'
import type { punishmentStatistics } from './model/statistics.ts'

let s: DisciplineSchool
beforeAll(async () => {
  s = await disciplineSchool()
})
afterAll(() => s.close())
const ago = (days: number): string => addDays(today(), -days)
/** A punishment served whose stages lie so many days ago; a defence that was not made ends on its last day. */
async function punished(who: Pupil, [occurred, noticed, heard, decided, served]: readonly [number, number, number, number, number], isLapsed = false): Promise<string> {
  const id = await s.served(who, 'warning')
  await s.db.query(sql`update discipline_case c set occurred_at = ${`${ago(occurred)}T08:00:00+08:00`}::timestamptz from punishment p where p.case_id = c.id and p.id = ${id}`)
  await s.db.query(sql`update punishment set notice_served_on = ${ago(noticed)}::date, defended_on = case when ${isLapsed} then null else ${ago(heard)}::date end,
    defence_due_on = ${ago(heard)}::date, decided_on = ${ago(decided)}::date, served_on = ${ago(served)}::date where id = ${id}`)
  return id
}
const appealed = (punishmentId: string, { id }: Pupil, more: object) =>
  s.db.insert(appeal, { punishmentId, studentId: id, grounds: '<p>偏重</p>', files: [], submittedAt: moment(2), state: 'concluded', concludedOn: today(), ...more })
const read = async (by: Actor) => must(by.get<OutputOf<typeof punishmentStatistics>>('discipline/punishment/statistics', { from: ago(90), to: today() }))

it('50-PN1 … PN10 in figures: rate per thousand, days of each stage, appeals and the share that changed the decision, within the reader’s scope', async () => {
  const [one, two, three] = [await s.pupil('周雨桐'), await s.pupil('钱多多'), await s.pupil('吴用')]
  const first = await punished(one, [30, 20, 15, 5, 4])
  await punished(two, [30, 18, 14, 4, 1], true)
  const revoked = await punished(three, [30, 29, 28, 27, 26])
  await s.db.query(sql`update punishment set state = 'revoked' where id = ${revoked}`)
  await appealed(first, one, { conclusion: 'uphold', resultNo: '校申复〔2026〕901号' })
  await appealed(revoked, three, { conclusion: 'suggestRevoke', resultNo: '校申复〔2026〕902号', carriedOutOn: today() })
  const data = await read(s.officer)
  expect(data).toMatchObject({ punishments: 2, days: 25.5, toNotice: 11, toHeard: 4.5, toDecision: 10, toService: 2, appeals: 2, concluded: 2, altered: 1, alteredShare: 50 })
  const [info] = await s.db.query<{ pupils: number }>(sql`select count(*)::int as pupils from student where status = 'active' and department_id = ${s.ids.info}`)
  expect(data.perThousand).toBe(Math.round((2 * 100_000) / data.pupils) / 100)
  expect(data.byCollege).toMatchObject([{ key: s.ids.info, punishments: 2, toHeard: 4.5, perThousand: Math.round((2 * 100_000) / (info?.pupils ?? 0)) / 100 }])
  expect(data.byCategory).toMatchObject([{ key: 'order', perThousand: data.perThousand }])
  const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
  expect(await read(art)).toMatchObject({ punishments: 0, appeals: 0, toNotice: null })
})
