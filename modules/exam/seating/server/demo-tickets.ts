import { major } from '#modules/campus/model/organisation.ts'
import { venue } from '#modules/campus/model/places.ts'
import { personsFor } from '#modules/campus/server/api.ts'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import { user } from '#modules/system/model/user.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { examApplicant, type KnownApplicant } from '../../entry/model/applicant.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { examPlan } from '../../entry/model/plan.ts'
import { examRoom } from '../model/room.ts'
import { examSeating } from '../model/seating.ts'
import { examSession } from '../model/session.ts'
import { arrangeBatch } from './arrange-seats.ts'
import { seat } from './open-tickets.ts'
import { columnsOf } from './rooms.ts'
import { sessionName } from './sessions.ts'

const SCHOOLS = ['江城一中', '青山中学', '临江职教中心', '光谷高级中学'] as const
const SESSIONS = [
  { subject: 'culture', date: day(3), from: '09:00', to: '11:30' },
  { subject: 'skill', date: day(3), from: '14:00', to: '16:00' },
] as const
const [OTHERS, SEED] = [23, 20261] as const

/** A small examination three days ahead, whose tickets are out: the applicant that visitors sign in as has one. */
export default async function demoTickets(db: Db, own: KnownApplicant | undefined): Promise<void> {
  const majors = await db.unscoped(major).all({}, { sort: ['code'], limit: 3 }) // demo data
  const halls = [...(await db.cached(venue)).values()].filter(v => v.isEnabled && (v.examSeats ?? 0) > OTHERS && v.examLayout && columnsOf({ layout: v.examLayout }).length)
  const hall = halls.toSorted((a, b) => (a.code < b.code ? -1 : 1)).at(-1)
  if (!own || !majors.length || !hall?.examSeats || !hall.examLayout) return
  const year = Number(day(0).slice(0, 4))
  const batch = await db.insert(examBatch, {
    ...{ processType: 'exam', name: `${year} 年单独招生（补录）`, kind: 'single', year, audience: { all: true }, beginTime: moment(-40, '08:00'), endTime: moment(-20, '17:00') },
    ...{ reviewTo: moment(-15, '17:00'), payTo: moment(-10, '17:00'), maxChoices: 2, adjust: true, fee: 0, state: 'closed', publishedAt: moment(-40, '08:00') },
  })
  await db.insertMany(
    examPlan,
    majors.map((m, n) => ({
      ...{ batchId: batch.id, code: `B${String(n + 1).padStart(2, '0')}`, majorId: m.id, subjects: ['culture', 'skill'], tuition: 5500_00 },
      quotas: [{ category: 'regular', places: 5 }],
    })),
    { history: false },
  )
  const plans = await db.unscoped(examPlan).all({ batchId: batch.id }, { sort: ['code'] }) // demo data
  await register(
    db,
    batch,
    plans.map(p => p.id),
    own,
  )
  const seating = await db.insert(examSeating, {
    ...{ batchId: batch.id, ticketFrom: moment(-2, '08:00'), ticketTo: moment(3, '14:00') },
    ticketNotice: '凭准考证和身份证入场，提前三十分钟到达考场。开考十五分钟后不得入场。',
  })
  await db.insertMany(
    examSession,
    SESSIONS.map(one => ({ ...one, batchId: batch.id, name: sessionName(one) })),
  )
  const staff = (await demoAccount(db, 'fdy'))?.teacherId
  await db.insert(examRoom, {
    ...{ batchId: batch.id, roomNo: '001', venueId: hall.id, seats: hall.examSeats, layout: hall.examLayout, kind: 'normal' },
    invigilatorIds: staff ? [staff] : [],
  })
  await arrangeBatch(db, seating, SEED)
  await seat(db, seating, batch, await db.unscoped(examApplication).all({ batchId: batch.id })) // demo data
  await db.update(examSeating, seating.id, { openedAt: moment(-2, '08:00') })
}
async function register(db: Db, { id: batchId, year }: { id: string; year: number }, choices: readonly string[], own: KnownApplicant): Promise<void> {
  const make = peopleMaker(641, ['420106'])
  const people = Array.from({ length: OTHERS }, () => make({ born: [`${year - 19}-09-01`, `${year - 17}-08-31`], male: 0.5 }))
  const persons = await personsFor(db, people)
  const others = people.map((who, n) => ({
    ...{ userId: uuidv7(), personId: persons[n] as string, phone: who.phone },
    known: {
      ...{ ksh: `${String(year).slice(2)}420106${String(800_001 + n)}`, idNo: who.idNo, name: who.name, genderCode: who.genderCode, birthDate: who.birthDate ?? day(-6600) },
      ...{ category: 'regular', school: SCHOOLS[n % SCHOOLS.length] ?? SCHOOLS[0], canton: '420106' },
    },
  }))
  await db.insertMany(
    user,
    others.map(({ userId: id, known: { ksh, name } }) => ({ id, userName: ksh, accountNo: ksh, nickName: name, realm: 'exam' as const, status: 'enabled' as const })),
    { history: false },
  )
  const all = [own, ...others].map(one => ({ ...one, applicantId: uuidv7() }))
  await db.insertMany(
    examApplicant,
    all.map(({ applicantId: id, userId, personId, phone, known }) => ({ ...known, id, batchId, userId, personId, phone, address: '人民路 12 号', isListed: true })),
    { history: false },
  )
  await db.insertMany(
    examApplication,
    all.map(({ applicantId: examApplicantId, userId, known: { ksh, name, category } }, n) => ({
      ...{ batchId, examApplicantId, userId, ksh, name, category, choices: choices.slice(n % 2, (n % 2) + 2), obeyAdjust: true, commitment: true, doubts: [], isGreen: true },
      ...{ state: 'paid' as const, choiceSeq: 1, submittedAt: moment(-25, '10:20'), paidAt: moment(-12, '11:00') },
    })),
    { history: false },
  )
}
