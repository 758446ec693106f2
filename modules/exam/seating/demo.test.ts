import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { user } from '#modules/system/model/user.ts'
import { demoApplicant } from '../server/demo-applicant.ts'
import { type ExamSchool, examSchool } from '../testing.ts'
import demo from './server/demo.ts'
import demoTickets from './server/demo-tickets.ts'
import { registered, venues } from './testing.ts'

let s: ExamSchool
beforeAll(async () => {
  s = await examSchool()
})
afterAll(() => s.close())

it('the demo has as many rooms as it needs, with all who are complete in them, one of them for special needs, and people who invigilate', async () => {
  const batch = await s.batch({}, [{ subjects: ['culture', 'skill'] }, { subjects: ['chinese', 'math', 'skill'] }])
  await venues(s, Array(6).fill('7-8-8-7') as string[])
  await registered(
    s,
    batch,
    Array.from({ length: 70 }, (_, n) => ({ choices: batch.plans.slice(n % 2, (n % 2) + 1), school: `S${n % 7}`, ...(n % 10 ? {} : { special: '希望安排在一楼考场' }) })),
  )
  await s.db.tx(db => demo(db))
  const rooms = await s.db.query<{ kind: string; seated: number; staff: number }>(sql`select r.kind, count(distinct e.application_id)::int as seated,
    coalesce(jsonb_array_length(r.invigilator_ids), 0)::int as staff from exam_room r left join exam_seat e on e.room_id = r.id where r.batch_id = ${batch.id}::uuid group by r.id, r.room_no, r.kind, r.invigilator_ids order by r.room_no`)
  expect(rooms.map(r => [r.kind, r.seated])).toEqual([
    ['normal', 30],
    ['normal', 30],
    ['normal', 3],
    ['special', 7],
    ['spare', 0],
  ])
  expect(rooms[0]?.staff).toBe(2)
})
it('the applicant of the demo has a ticket for an examination of the next days', async () => {
  const ksh = '26420106150002'
  await s.db.insert(user, { userName: ksh, accountNo: ksh, nickName: '林晓舟', realm: 'exam', status: 'enabled' } as never)
  await s.db.tx(async db => demoTickets(db, await demoApplicant(db)))
  const [own] = await s.db.query<{ state: string; zkzh: string | null; sessions: number }>(sql`select a.state, p.zkzh, count(e.id)::int as sessions from exam_application a
    join exam_applicant p on p.id = a.exam_applicant_id join exam_seat e on e.application_id = a.id where a.ksh = ${ksh} group by 1, 2`)
  expect(own).toEqual({ state: 'seated', zkzh: expect.stringMatching(/^\d{8}$/), sessions: 2 })
})
