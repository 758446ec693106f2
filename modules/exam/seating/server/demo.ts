import { teacher } from '#modules/campus/model/people.ts'
import { venue } from '#modules/campus/model/places.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { examRoom, type ROOM_KINDS } from '../model/room.ts'
import { examSeating } from '../model/seating.ts'
import { examSession } from '../model/session.ts'
import { arrangeBatch } from './arrange-seats.ts'
import { columnsOf } from './rooms.ts'
import { sessionName } from './sessions.ts'
import { sittersOf } from './sitters.ts'

/** The days follow the end of the payment. */
const SESSIONS = [
  { subject: 'chinese', date: day(30), from: '09:00', to: '11:00' },
  { subject: 'math', date: day(30), from: '14:00', to: '16:00' },
  { subject: 'culture', date: day(31), from: '09:00', to: '11:30' },
  { subject: 'skill', date: day(31), from: '14:00', to: '16:00' },
] as const
const SEATS = 30
const LAYOUT = '7-8-8-7'
const SEED = 20260

/** Seats of those whose registrations are complete: as many rooms as they need, special and spare ones, with two people in each while there are any. */
export default async function demoSeating(db: Db): Promise<void> {
  const [batch] = await db.unscoped(examBatch).all({}, { sort: ['-beginTime'], limit: 1 }) // demo data
  if (!batch) return
  const seating = await db.insert(examSeating, {
    ...{ batchId: batch.id, ticketFrom: moment(24, '08:00'), ticketTo: moment(31, '14:00') },
    ticketNotice: '凭准考证和身份证入场，提前三十分钟到达考场。开考十五分钟后不得入场。',
  })
  await db.insertMany(
    examSession,
    SESSIONS.map(one => ({ ...one, batchId: batch.id, name: sessionName(one) })),
  )
  const { sitters } = await sittersOf(db, batch.id)
  const special = sitters.filter(s => s.isSpecial).length
  const kinds: Array<keyof typeof ROOM_KINDS> = [
    ...Array(Math.ceil((sitters.length - special) / SEATS)).fill('normal'),
    ...Array(Math.ceil(special / SEATS)).fill('special'),
    'spare',
  ]
  const halls = [...(await db.cached(venue)).values()].filter(v => v.isEnabled && v.examSeats === SEATS && v.examLayout && columnsOf({ layout: v.examLayout }).length)
  const places = halls.toSorted((a, b) => (a.code < b.code ? -1 : 1)).slice(0, kinds.length)
  if (!sitters.length || places.length < kinds.length) return
  const own = await demoAccount(db, 'teacher')
  const staff = await db.unscoped(teacher).all({ status: 'active' }, { sort: ['staffNo'], limit: kinds.length * 2 + 1 }) // demo data
  const people = [...new Set([...(own?.teacherId ? [own.teacherId] : []), ...staff.map(t => t.id)])]
  await db.insertMany(
    examRoom,
    kinds.map((kind, n) => ({
      ...{ batchId: batch.id, roomNo: String(n + 1).padStart(3, '0'), venueId: places[n]?.id ?? '', seats: SEATS, layout: LAYOUT, kind },
      invigilatorIds: people.slice(n * 2, n * 2 + 2),
    })),
  )
  await arrangeBatch(db, seating, SEED)
}
