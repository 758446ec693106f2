import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { today } from '#server/base/today.ts'
import { askedOn, listedOn } from '#testing/questions.ts'
import { signTask } from './model/sign-task.ts'
import { type SignSchool, signSchool } from './testing.ts'

let s: SignSchool
beforeAll(async () => {
  s = await signSchool()
})
afterAll(() => s.close())

describe('a task of attendance', () => {
  expectRound({ of: signTask, path: 'signIn/signTask' }, () => ({
    school: s,
    publisher: s.fdy,
    draft: window => ({ ...window, audience: { classIds: [s.ids.s2301] }, kind: 'meeting', ways: ['number'] }),
  }))
})

it('60 §9 how classes slip is what one reckons from four weeks of lines, the leaves of the term and the grades of the last', async () => {
  const last = addDays(today(), 700)
  const { db, tenantId } = s
  const everybody = [s.studentId, ...s.pupils.map(p => p.id)]
  await db.query(sql`insert into school_year (tenant_id, xn, start_date, end_date) values (${tenantId}, '2110-2111', ${addDays(last, -200)}, ${addDays(last, 100)})`)
  for (const [xq, from, to] of [
    ['1', -200, -101],
    ['2', -100, 60],
  ] as const)
    await db.query(sql`insert into term (tenant_id, xn, xq_m, name, week1_start, weeks, start_date, end_date, switch_date)
      values (${tenantId}, '2110-2111', ${xq}, ${`测试${xq}`}, ${addDays(last, from)}, 9, ${addDays(last, from)}, ${addDays(last, to)}, ${addDays(last, from)})`)
  const { occurrenceId } = await s.quick()
  const states = ['signed', 'absent', 'late', 'excused', 'voided', 'madeUp', 'signed', 'signed'] as const
  const lines = Array.from({ length: 40 }, (_, back) =>
    everybody.map((id, who) => ({ id, on: addDays(last, -back), state: states[(who + back * 3 + ((who * back) % 5)) % states.length] ?? 'signed' })),
  ).flat()
  const dates = [...new Set(lines.map(l => l.on))]
  await db.query(sql`with made as (insert into sign_occurrence (tenant_id, task_id, date, opens_at, closes_at, state)
      select tenant_id, task_id, d::date, d::date, d::date + interval '1 hour', 'settled' from sign_occurrence, unnest(${dates}::text[]) d where id = ${occurrenceId} returning tenant_id, id, date)
    insert into sign_line (tenant_id, occurrence_id, student_id, class_id, date, state)
      select m.tenant_id, m.id, l.id, ${s.ids.s2301}, m.date, l.state from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l(id uuid, "on" date, state text) join made m on m.date = l."on"`)
  const leaves = [
    { id: everybody[1], on: addDays(last, -2), days: 1.5, state: 'closed' },
    { id: everybody[1], on: addDays(last, -101), days: 9, state: 'closed' },
    { id: everybody[2], on: addDays(last, -1), days: 4, state: 'pending' },
    { id: everybody[3], on: last, days: 2, state: 'active' },
  ]
  for (const [n, l] of leaves.entries())
    await db.query(sql`insert into leave (tenant_id, leave_no, student_id, class_id, type_id, start_at, end_at, days, reason, state)
      select ${tenantId}, ${`T${n}`}, ${l.id}, ${s.ids.s2301}, id, ${`${l.on}T09:00:00+08:00`}::timestamptz, ${`${l.on}T18:00:00+08:00`}::timestamptz, ${l.days}, '事假', ${l.state} from leave_type where tenant_id = ${tenantId} limit 1`)
  const grades = everybody.flatMap((id, who) => ['甲', '乙'].map((course, n) => ({ id, course, score: (who + n) % 3 ? 80 : 40 })))
  for (const g of grades)
    await db.query(
      sql`insert into course_grade (tenant_id, student_id, xn, xq_m, course_no, course_name, credit, score) values (${tenantId}, ${g.id}, '2110-2111', '1', ${g.course}, ${g.course}, 2, ${g.score})`,
    )
  const within = (day: string, from: number, to: number) => lines.filter(l => l.on > addDays(day, -from) && l.on <= addDays(day, -to))
  const missing = (of: typeof lines) => of.filter(l => l.state === 'absent' || l.state === 'voided')
  const due = (of: typeof lines) => of.filter(l => l.state !== 'excused')
  const reckoned = (day: string) => {
    const week = within(day, 7, 0)
    const rates = [28, 21, 14, 7].map(from => within(day, from, from - 7)).map(of => 100 * (1 - missing(of).length / due(of).length))
    // least squares over four equally distant points
    const slope = rates.reduce((sum, rate, n) => sum + (n - 1.5) * rate, 0) / rates.reduce((sum, _, n) => sum + (n - 1.5) ** 2, 0)
    const leave = leaves.filter(l => l.state !== 'pending' && l.on >= addDays(last, -100) && l.on <= day).reduce((sum, l) => sum + l.days, 0)
    return { absent: missing(week).length, absentOf: due(week).length, slope: Math.round(slope * 1e6), leave, failed: grades.filter(g => g.score < 60).length }
  }
  const days = [addDays(last, -8), last]
  const found = await askedOn(s, 'signIn.slippingClasses', days)
  expect(found.map(({ absent, absentOf, slope, leave, failed }) => ({ absent, absentOf, slope: Math.round(Number(slope) * 1e6), leave, failed }))).toEqual(days.map(reckoned))
  const whoMissed = [...new Set(missing(within(last, 7, 0)).map(l => l.id))].sort()
  expect(await listedOn(s, 'signIn.slippingClasses', last)).toEqual(whoMissed)
})
