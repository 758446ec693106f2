import { randomInt } from 'node:crypto'
import { Agent, get } from 'node:http'
import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { addDays, DAY_MS } from '#model/days.ts'
import { major } from '#modules/campus/model/organisation.ts'
import { campus, venue } from '#modules/campus/model/places.ts'
import { personsFor } from '#modules/campus/server/api.ts'
import { examApplicant } from '#modules/exam/entry/model/applicant.ts'
import { examApplication } from '#modules/exam/entry/model/application.ts'
import { examBatch } from '#modules/exam/entry/model/batch.ts'
import { examPlan } from '#modules/exam/entry/model/plan.ts'
import { examFormula } from '#modules/exam/result/model/formula.ts'
import { examRoom } from '#modules/exam/seating/model/room.ts'
import { user } from '#modules/system/model/user.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import type { Bench } from './bench.ts'
import { PASSWORD } from './database.ts'
import { atTheirTime } from './paced.ts'
import { call, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS, inSchool } from './school.ts'

const EXAM = '/api/flySource-exam'
const [APPLICANTS, PLANS, CHOICES, SEATS] = [20_000, 46, 6, 30]
const SUBJECTS = ['chinese', 'math', 'skill'] as const
/** 15,000 look within five minutes: fifty a second, of whom a minute is measured. */
const [PACE, LOOKS, ACCOUNTS_LOOKING] = [50, 3000, 500]
const count = (n: number): string => n.toLocaleString('en')
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
async function timed<T>(run: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const began = performance.now()
  return { answer: await run(), ms: performance.now() - began }
}

/** An entrance examination of a large school: everybody seated, a trial admission of all, and the hour at which scores are out. */
export async function exam({ ours, databases, say }: Bench): Promise<Line[]> {
  const { batchId, names } = await inSchool(databases, fill)
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
  const { id } = await call<{ id: string }>(officer, `${EXAM}/examSeating/add`, { batchId, ticketFrom: at(-1), ticketTo: at(9) })
  for (const [n, subject] of SUBJECTS.entries()) await call(officer, `${EXAM}/examSession/add`, { batchId, subject, date: addDays(today(), 20 + n), from: '09:00', to: '11:00' })
  const seated = await timed(() => call<{ seated: number; rooms: number }>(officer, `${EXAM}/examSeating/arrange`, { id }))
  await inSchool(databases, db => mark(db, batchId))
  const published = await timed(() => call<{ count: number }>(officer, `${EXAM}/examScore/publish`, { batchId }))
  const trial = await timed(() => call<{ placed: number }>(officer, `${EXAM}/admissionRun/try`, { batchId, name: '压测方案', method: 'score', adjust: true }))
  const sessions = [...(await signInAll(ours.port, names, 'exam')).values()]
  const asked = Array.from({ length: LOOKS }, (_, n) => sessions[n % sessions.length] as Session)
  const agent = new Agent({ keepAlive: true })
  const answers = await atTheirTime(asked, PACE, session => look(session, `${EXAM}/examScore/mine?batchId=${batchId}`, agent))
  agent.destroy()
  const times = answers.map(a => a.ms).toSorted((a, b) => a - b)
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0
  const lost = answers.filter(a => a.scores !== SUBJECTS.length).length
  say(
    `seated ${seated.answer.seated} in ${seated.answer.rooms} rooms: ${seconds(seated.ms)}; published ${published.answer.count}: ${seconds(published.ms)}; trial ${trial.answer.placed} placed: ${seconds(trial.ms)}; ${answers.length} looks p95 ${p95.toFixed(0)} ms, ${lost} without scores`,
  )
  return [
    {
      work: `${count(APPLICANTS)} applicants seated in ${SUBJECTS.length} sessions`,
      figure: seconds(seated.ms),
      target: '≤ 60 s',
      isMet: seated.ms <= 60_000 && seated.answer.seated === APPLICANTS,
    },
    { work: `scores of ${count(published.answer.count)} ranked and published`, figure: seconds(published.ms), target: '', isMet: published.answer.count === APPLICANTS },
    {
      work: `trial admission of ${count(APPLICANTS)} with ${CHOICES} choices among ${PLANS} plans, stored with a reason for each`,
      figure: seconds(trial.ms),
      target: '≤ 10 s',
      isMet: trial.ms <= 10_000 && trial.answer.placed > 0,
    },
    {
      work: `${count(LOOKS)} look at their scores at ${PACE} a second`,
      figure: `p95 ${p95.toFixed(0)} ms, ${lost} without`,
      target: '≤ 1 s, none',
      isMet: p95 <= 1000 && lost === 0,
    },
  ]
}
/** Sends without throwing: how many scores came. */
const look = ({ port, headers }: Session, path: string, agent: Agent): Promise<{ scores: number }> =>
  new Promise(done => {
    get({ host: '127.0.0.1', port, path, headers, agent }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => done({ scores: (JSON.parse(Buffer.concat(parts).toString()) as { data?: { scores?: unknown[] } }).data?.scores?.length ?? 0 }))
    }).on('error', () => done({ scores: 0 }))
  })
/** A published batch, its rooms, and everybody's complete registration; some of them can sign in. */
async function fill(db: Db): Promise<{ batchId: string; names: string[] }> {
  const year = Number(today().slice(0, 4))
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
  const batch = await db.insert(examBatch, {
    ...{ processType: 'exam', name: `压测单招 ${Date.now()}`, kind: 'single', year, audience: { all: true }, beginTime: at(-20), endTime: at(-2), reviewTo: at(-1), payTo: at(-1) },
    ...{ maxChoices: CHOICES, adjust: true, fee: 0, state: 'published', publishedAt: at(-20) },
  })
  const [place] = await db.unscoped(campus).all({}, { limit: 1 }) // of the bench
  const majors = await db.unscoped(major).all({}, { sort: ['code'], limit: PLANS }) // of the bench
  const plans = Array.from({ length: PLANS }, (_, n) => ({
    ...{ id: uuidv7(), batchId: batch.id, code: `B${String(n + 1).padStart(2, '0')}`, majorId: majors[n % majors.length]?.id ?? '' },
    ...{ subjects: [...SUBJECTS], quotas: [{ category: 'regular', places: 300 }] },
  }))
  await db.insertMany(examPlan, plans, { history: false })
  await db.insertMany(
    examFormula,
    SUBJECTS.map((subject, n) => ({ batchId: batch.id, subject, full: 150, weight: 100, tieOrder: n + 1 })),
    { history: false },
  )
  const rooms = Array.from({ length: Math.ceil(APPLICANTS / SEATS) + 10 }, (_, n) => ({ id: uuidv7(), no: String(n + 1).padStart(3, '0') }))
  await db.insertMany(
    venue,
    rooms.map(r => ({
      id: r.id,
      code: `BX${r.no}`,
      name: `压测教室 ${r.no}`,
      campusId: place?.id ?? '',
      type: 'multimedia',
      capacity: 60,
      examSeats: SEATS,
      examLayout: '7-8-8-7',
    })),
    { history: false },
  )
  await db.insertMany(
    examRoom,
    rooms.map(r => ({ batchId: batch.id, roomNo: r.no, venueId: r.id, seats: SEATS, layout: '7-8-8-7', kind: 'normal' as const })),
    { history: false },
  )
  const people = Array.from({ length: APPLICANTS }, (_, n) => ({
    n,
    id: uuidv7(),
    userId: uuidv7(),
    applicantId: uuidv7(),
    ksh: `${year}${String(n).padStart(8, '0')}`,
    name: `考生${n}`,
  }))
  const persons = await personsFor(
    db,
    people.map(p => ({ idType: '9', idNo: `X${p.ksh}`, name: p.name, birthDate: '2007-01-10' })),
  )
  await db.insertMany(
    user,
    people.map(p => ({ id: p.userId, userName: p.ksh, accountNo: p.ksh, nickName: p.name, realm: 'exam' as const, status: 'enabled' as const })),
    { history: false },
  )
  await db.insertMany(
    examApplicant,
    people.map(p => ({
      ...{ id: p.applicantId, batchId: batch.id, userId: p.userId, personId: persons[p.n] ?? '', ksh: p.ksh, idNo: `X${p.ksh}`, name: p.name, genderCode: '1' },
      ...{ birthDate: '2007-01-10', category: 'regular', school: `第 ${p.n % 40} 中学` },
    })) as Array<DraftOf<typeof examApplicant>>,
    { history: false },
  )
  await db.insertMany(
    examApplication,
    people.map(p => ({
      ...{ id: p.id, batchId: batch.id, examApplicantId: p.applicantId, userId: p.userId, ksh: p.ksh, name: p.name, category: 'regular', doubts: [], state: 'paid' as const },
      ...{ choices: Array.from({ length: CHOICES }, (_, k) => plans[(p.n * 7 + k * 5) % PLANS]?.id ?? ''), obeyAdjust: p.n % 3 === 0, commitment: true },
    })),
    { history: false },
  )
  const names = people.slice(0, ACCOUNTS_LOOKING).map(p => p.ksh)
  await db.query(sql`update sys_user u set password_hash = o.password_hash, pass_word_level = o.pass_word_level, password_changed_at = now(), must_change_password = false
    from sys_user o where o.tenant_id = u.tenant_id and o.user_name = ${ACCOUNTS.officer} and u.tenant_id = ${db.me.tenantId} and u.realm = 'exam' and u.user_name = any(${names}::text[])`)
  await db.query(sql`insert into role_user (tenant_id, role_id, user_id) select u.tenant_id, r.id, u.id from sys_user u join role r on r.tenant_id = u.tenant_id
      and r.code = case when u.realm = 'exam' then 'applicant' else 'admissions' end
    where u.tenant_id = ${db.me.tenantId} and (u.realm = 'exam' and u.user_name = any(${names}::text[]) or u.user_name = ${ACCOUNTS.officer})`)
  await db.query(sql`analyze exam_applicant, exam_application, sys_user, person`)
  return { batchId: batch.id, names }
}
/** A mark for everybody in each subject, as if two had entered it. */
async function mark(db: Db, batchId: string): Promise<void> {
  const seed = randomInt(1, 1000)
  for (const [n, subject] of SUBJECTS.entries())
    await db.query(sql`insert into exam_score (tenant_id, batch_id, application_id, ksh, name, subject, value, flag)
      select a.tenant_id, a.batch_id, a.id, a.ksh, a.name, ${subject}, abs(hashtext(a.ksh || ${`${seed} ${n}`})) % 151, 'normal' from exam_application a
      where a.tenant_id = ${db.me.tenantId} and a.batch_id = ${batchId}::uuid`)
  await db.query(sql`analyze exam_score`)
}
