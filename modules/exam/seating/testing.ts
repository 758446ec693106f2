import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { addDays } from '#model/days.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { venue } from '#modules/campus/model/places.ts'
import { personsFor } from '#modules/campus/server/api.ts'
import { user } from '#modules/system/model/user.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { serial } from '#testing/serial.ts'
import { examApplicant } from '../entry/model/applicant.ts'
import { examApplication } from '../entry/model/application.ts'
import { type ExamSchool, INFO, inHours, ok, person } from '../testing.ts'
import { examRoom } from './model/room.ts'

/** Day and hours of a session; sessions of one examination follow each other. */
export const hours = (n: number, more: object = {}) => ({ date: addDays(today(), 20 + n), from: '09:00', to: '11:00', ...more })
export async function venues(s: ExamSchool, layouts: readonly string[]): Promise<string[]> {
  const campusId = (await s.db.query<{ id: string }>(sql`select id from campus where tenant_id = ${s.tenantId} limit 1`))[0]?.id ?? ''
  const rows = layouts.map(examLayout => {
    const n = serial('venue')
    const seats = examLayout.split('-').reduce((sum, one) => sum + Number(one), 0)
    return { id: uuidv7(), code: `K${String(n).padStart(4, '0')}`, name: `教室 ${n}`, campusId, type: 'multimedia', capacity: seats + 10, examSeats: seats, examLayout }
  })
  await s.db.insertMany(venue, rows)
  return rows.map(r => r.id)
}
interface Wish {
  school?: string
  choices?: readonly string[]
  special?: string
  exempt?: 'culture' | 'all'
  state?: 'paid' | 'approved'
}
/** People whose registrations are complete, in one statement a table; their ids in the order given. */
export async function registered(s: ExamSchool, batch: { id: string; plans: string[] }, wishes: readonly Wish[]): Promise<Array<{ id: string; userId: string; ksh: string }>> {
  const people = wishes.map((wish, n) => ({ ...person(), wish, name: `考生${n}`, id: uuidv7(), userId: uuidv7(), applicantId: uuidv7() }))
  const persons = await personsFor(
    s.db,
    people.map(p => ({ idType: '1', idNo: p.idNo, name: p.name, birthDate: '2007-01-10' })),
  )
  await s.db.insertMany(
    user,
    people.map(p => ({ id: p.userId, userName: p.ksh, accountNo: p.ksh, nickName: p.name, realm: 'exam' as const, status: 'enabled' as const })),
  )
  await s.db.insertMany(
    examApplicant,
    people.map((p, n) => ({
      ...{ id: p.applicantId, batchId: batch.id, userId: p.userId, personId: persons[n] ?? '', ksh: p.ksh, idNo: p.idNo, name: p.name, genderCode: '1' },
      ...{ birthDate: '2007-01-10', category: 'regular', canton: INFO.canton, school: p.wish.school ?? null },
    })) as Array<DraftOf<typeof examApplicant>>,
  )
  await s.db.insertMany(
    examApplication,
    people.map(({ wish, ...p }) => ({
      ...{ id: p.id, batchId: batch.id, examApplicantId: p.applicantId, userId: p.userId, ksh: p.ksh, name: p.name, category: 'regular' },
      ...{ choices: [...(wish.choices ?? batch.plans.slice(0, 1))], doubts: [], special: wish.special ?? null, state: wish.state ?? ('paid' as const) },
      ...(wish.exempt ? { exempt: wish.exempt, exemptState: 'granted' as const } : {}),
    })),
  )
  return people.map(({ id, userId, ksh }) => ({ id, userId, ksh }))
}
/** An examination with seating, its subjects one after the other, and rooms of these layouts. */
export async function seatingOf(
  s: ExamSchool,
  batch: { id: string },
  subjects: readonly string[],
  layouts: readonly string[],
  day = 0,
  more: object = {},
): Promise<{ id: string; rooms: string[] }> {
  const { id } = ok(await s.admissions.post<{ id: string }>('exam/examSeating/add', { batchId: batch.id, ticketFrom: inHours(-1), ticketTo: inHours(48), ...more }))
  for (const [n, subject] of subjects.entries()) ok(await s.admissions.post('exam/examSession/add', { batchId: batch.id, subject, ...hours(day + n) }))
  if (layouts.length) ok(await s.admissions.post('exam/examRoom/addMany', { batchId: batch.id, kind: 'normal', venueIds: await venues(s, layouts) }))
  const rooms = await s.admissions.get<{ result: Array<{ id: string }> }>('exam/examRoom/list', { batchId: batch.id, size: 100 })
  return { id, rooms: rooms.data.result.map(r => r.id) }
}
/** Two people for each room, who are in no other room. */
export async function invigilate(s: ExamSchool, batchId: string): Promise<void> {
  const rooms = await s.db.query<{ id: string }>(sql`select id from exam_room where tenant_id = ${s.tenantId} and batch_id = ${batchId}::uuid order by room_no`)
  const people = rooms.flatMap(room => [0, 1].map(() => ({ ...person(), roomId: room.id, id: uuidv7(), n: serial('invigilator') })))
  const persons = await personsFor(
    s.db,
    people.map(p => ({ idType: '1', idNo: p.idNo, name: `监考${p.n}` })),
  )
  await s.db.insertMany(
    teacher,
    people.map((p, n) => ({
      ...{ id: p.id, staffNo: `J${String(p.n).padStart(4, '0')}`, personId: persons[n] ?? '', name: `监考${p.n}`, genderCode: '1', idType: '1', idNo: p.idNo },
      ...{ departmentId: s.ids.info, staffCategory: 'teacher', phone: '13812342071', status: 'active' as const },
    })) as Array<DraftOf<typeof teacher>>,
  )
  await s.db.updateMany(
    examRoom,
    rooms.map(room => ({ id: room.id, invigilatorIds: people.filter(p => p.roomId === room.id).map(p => p.id) })),
  )
}
