import sql from 'sql-template-tag'
import { major } from '#modules/campus/model/organisation.ts'
import { personsFor } from '#modules/campus/server/api.ts'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import { user } from '#modules/system/model/user.ts'
import { makePast } from '#modules/workflow/server/demo-cases.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { examApplicant, type KnownApplicant } from '../../entry/model/applicant.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { examPlan } from '../../entry/model/plan.ts'
import type { Plan } from '../../entry/server/api.ts'
import { admissionSubject } from '../model/flow.ts'
import { examFormula } from '../model/formula.ts'
import { examLine } from '../model/line.ts'
import { scoreRecheck } from '../model/recheck.ts'
import { admissionRun } from '../model/run.ts'
import { examScore } from '../model/score.ts'
import { admitAll } from './admit-all.ts'
import { putOnNotice } from './notice.ts'
import { storeRun } from './runs.ts'

const SUBJECTS = ['culture', 'skill'] as const
const SCHOOLS = ['江城职院', '临江科技学院', '东湖职业学院', '南湖师范专科学校'] as const
const CATEGORIES = ['regular', 'vocational'] as const
const RULES = { method: 'score', step: 0, spillOrder: [...CATEGORIES], adjust: true } as const

/** An examination that is over: scores, two trials with different lines, and the results of the second. */
export default (async (db, { students }, own) => {
  const majors = await db.unscoped(major).all({}, { sort: ['code'], limit: 8 }) // demo data
  const [by, second] = [(await demoAccount(db, 'admissions'))?.id, (await demoAccount(db, 'officer'))?.id]
  if (!majors.length || !by || !second) return
  const year = Number(day(0).slice(0, 4))
  const batch = await db.insert(examBatch, {
    ...{ processType: 'exam', name: `${year} 年专升本`, kind: 'upgrade', year, audience: { all: true }, beginTime: moment(-90, '08:00'), endTime: moment(-70, '17:00') },
    ...{ reviewTo: moment(-66, '17:00'), payTo: moment(-60, '17:00'), maxChoices: 3, adjust: true, fee: 0, state: 'closed', publishedAt: moment(-90, '08:00') },
    scoresAt: moment(-20, '09:00'),
  })
  const plans = await planned(db, batch.id, majors, sized(students, 24, 4))
  await examine(db, { batchId: batch.id, year, plans, count: sized(students, 600, 60), firstNo: 700_001, by, second, own })
  if (own) await doubt(db, batch.id, own.known.ksh, by)
  const lines = await Promise.all(CATEGORIES.map(category => db.insert(examLine, { batchId: batch.id, category, isProvince: false, min: 150 })))
  await storeRun(db, batch.id, '方案一：150 分', RULES, by)
  for (const { id } of lines) await db.update(examLine, id, { min: 170 })
  const final = await storeRun(db, batch.id, '方案二：170 分', RULES, by)
  await admitAll(db, final, moment(2, '23:59'))
  // most have said that they come, and a few that they do not
  await db.updateWhere(examApplication, sql`t.batch_id = ${batch.id}::uuid and t.state = 'admitted' and right(t.ksh, 1) not in ('4', '8') and t.ksh <> ${own?.known.ksh ?? ''}`, {
    state: 'confirmed',
    answeredAt: moment(-8, '10:00'),
  })
  await db.updateWhere(examApplication, sql`t.batch_id = ${batch.id}::uuid and t.state = 'admitted' and right(t.ksh, 1) = '8'`, {
    state: 'declined',
    answeredAt: moment(-8, '11:00'),
  })
  await db.update(admissionRun, final.id, { state: 'published', publishedAt: moment(-10, '09:00') })
  await onNotice(db, { year, majors, count: sized(students, 120, 30), by, second })
}) satisfies (...given: [...Parameters<Demo>, own: KnownApplicant | undefined]) => Promise<void>
/** Plans of these majors with both subjects, and the weights of the subjects. */
async function planned(db: Db, batchId: string, majors: ReadonlyArray<{ id: string }>, places: number) {
  await db.insertMany(
    examPlan,
    majors.map((m, n) => ({
      ...{ batchId, code: `Z${String(n + 1).padStart(2, '0')}`, majorId: m.id, subjects: [...SUBJECTS], tuition: 6000_00 },
      quotas: CATEGORIES.map(category => ({ category, places })),
    })),
    { history: false },
  )
  await db.insertMany(examFormula, [
    { batchId, subject: 'culture', full: 150, weight: 100, tieOrder: 2 },
    { batchId, subject: 'skill', full: 150, weight: 100, tieOrder: 1 },
  ])
  return db.unscoped(examPlan).all({ batchId }, { sort: ['code'] }) // demo data
}
type Noticed = Pick<Examined, 'year' | 'count' | 'by' | 'second'> & { majors: ReadonlyArray<{ id: string }> }
/** A smaller examination whose results are approved and on public notice: applicants may object, and the admissions office publishes when the notice is over. */
async function onNotice(db: Db, { majors, ...of }: Noticed): Promise<void> {
  const batch = await db.insert(examBatch, {
    ...{
      processType: 'exam',
      name: `${of.year} 年专升本（第二批）`,
      kind: 'upgrade',
      year: of.year,
      audience: { all: true },
      beginTime: moment(-60, '08:00'),
      endTime: moment(-45, '17:00'),
    },
    ...{ reviewTo: moment(-42, '17:00'), payTo: moment(-40, '17:00'), maxChoices: 3, adjust: true, fee: 0, state: 'closed', publishedAt: moment(-60, '08:00') },
    scoresAt: moment(-12, '09:00'),
  })
  const plans = await planned(db, batch.id, majors.slice(0, 3), 4)
  await examine(db, { ...of, batchId: batch.id, plans, firstNo: 710_001, own: undefined })
  for (const category of CATEGORIES) await db.insert(examLine, { batchId: batch.id, category, isProvince: false, min: 160 })
  const run = await storeRun(db, batch.id, '正式方案：160 分', RULES, of.by)
  await makePast(db, admissionSubject, [{ row: run, startedAt: moment(-5, '10:00'), decisions: [{ action: 'approve', opinion: '同意', hours: 5 }] }])
  await putOnNotice({ db }, await db.unscoped(admissionRun).one(run.id)) // demo data
}
interface Examined {
  batchId: string
  year: number
  plans: readonly Plan[]
  count: number
  /** Numbers of applicants count up from here. */
  firstNo: number
  by: string
  second: string
  own: KnownApplicant | undefined
}
/** Applicants with scores that two people have entered. */
async function examine(db: Db, { batchId, year, plans, count, firstNo, by, second, own }: Examined): Promise<void> {
  const random = randomOf(firstNo)
  const make = peopleMaker(firstNo + 2, ['420106'])
  const people = Array.from({ length: count }, () => make({ born: [`${year - 23}-09-01`, `${year - 21}-08-31`], male: 0.5 }))
  const persons = await personsFor(db, people)
  const rows = people.map((who, n) => {
    const choices = [...new Set([random.pick(plans).id, random.pick(plans).id, random.pick(plans).id])]
    const skill = random.chance(0.03) ? null : random.int(90, 290) / 2
    return {
      ...{ id: uuidv7(), applicantId: uuidv7(), userId: uuidv7(), personId: persons[n] as string, who, choices, skill, culture: random.int(100, 280) / 2 },
      ...{ ksh: `${String(year).slice(2)}420106${String(firstNo + n)}`, category: CATEGORIES[n % CATEGORIES.length] ?? 'regular', school: random.pick(SCHOOLS) },
    }
  })
  const [first] = rows
  // the applicant that visitors sign in as has done well, has been admitted, and has not answered yet
  if (own && first)
    Object.assign(first, { userId: own.userId, personId: own.personId, ksh: own.known.ksh, category: 'regular', skill: 128.5, culture: 121, who: { ...first.who, ...own.known } })
  await db.insertMany(
    user,
    rows.slice(own ? 1 : 0).map(r => ({ id: r.userId, userName: r.ksh, accountNo: r.ksh, nickName: r.who.name, realm: 'exam' as const, status: 'enabled' as const })),
    { history: false },
  )
  await db.insertMany(
    examApplicant,
    rows.map(({ applicantId: id, userId, personId, ksh, category, school, who }) => ({
      ...{ id, batchId, userId, personId, ksh, category, school, idNo: who.idNo, name: who.name, genderCode: who.genderCode, birthDate: who.birthDate ?? day(-8000) },
      ...{ canton: '420106', phone: who.phone, address: '人民路 12 号', zkzh: ksh === own?.known.ksh ? `${String(year).slice(2)}200101` : null },
    })),
    { history: false },
  )
  const sums = rows.map(r => (r.skill === null ? null : r.skill + r.culture))
  const rankOf = (n: number): number => 1 + rows.filter((r, at) => r.category === rows[n]?.category && (sums[at] ?? 0) > (sums[n] ?? 0)).length
  await db.insertMany(
    examApplication,
    rows.map(({ id, applicantId, userId, ksh, category, choices, who }, n) => ({
      ...{ id, batchId, examApplicantId: applicantId, userId, ksh, category, choices, name: who.name, obeyAdjust: n % 3 === 0, commitment: true, state: 'scored' as const },
      ...{ choiceSeq: 1, submittedAt: moment(-75, '10:20'), doubts: [], isGreen: true, total: sums[n] ?? null, rank: sums[n] == null ? null : rankOf(n) },
    })),
    { history: false },
  )
  await db.insertMany(
    examScore,
    rows.flatMap(({ id, ksh, who, ...r }) =>
      SUBJECTS.map(subject => {
        const value = r[subject]
        const flag = value === null ? ('absent' as const) : ('normal' as const)
        const entries = { firstBy: by, secondBy: second, entry1: value, flag1: flag, entry2: value, flag2: flag }
        return { batchId, applicationId: id, ksh, name: who.name, subject, value, flag, ...entries }
      }),
    ),
    { history: false },
  )
}
/** Has asked for a recheck, which found nothing. */
async function doubt(db: Db, batchId: string, ksh: string, firstBy: string): Promise<void> {
  const score = await db.unscoped(examScore).find({ batchId, ksh, subject: 'culture' }) // demo data
  if (!score) return
  const { applicationId, name, value } = score
  await db.insert(scoreRecheck, {
    ...{ batchId, applicationId, ksh, name, subject: 'culture', grounds: 'sum', note: '估分比公布的高', before: value ?? 0, askedAt: moment(-19, '10:00') },
    ...{ state: 'unchanged', answer: '已调卷重新合分，与公布的成绩一致', firstBy, answeredAt: moment(-18, '15:00') },
  })
}
