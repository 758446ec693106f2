import type { DraftOf } from '#model'
import { canton } from '#modules/campus/model/canton.ts'
import { major } from '#modules/campus/model/organisation.ts'
import { personsFor } from '#modules/campus/server/api.ts'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { handIn } from '#modules/fee/server/api.ts'
import { user } from '#modules/system/model/user.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { examApplicant, type KnownApplicant } from '../model/applicant.ts'
import { type ApplicationState, examApplication, examChoice } from '../model/application.ts'
import { examBatch } from '../model/batch.ts'
import { examCandidate } from '../model/candidate.ts'
import { examPlan } from '../model/plan.ts'
import { lineOf } from './approve.ts'
import type { Batch } from './batches.ts'
import type { Plan } from './plans.ts'

const ITEM = {
  code: 'examFee',
  name: '报名考试费',
  nature: 'administrative',
  filingNo: '省价费〔2019〕21 号',
  period: 'once',
  partial: false,
  refundRule: 'none',
  priority: 96,
} as const
const SCHOOLS = ['江城一中', '青山中学', '临江职教中心', '光谷高级中学', '东湖职业学校', '南湖中学'] as const
const FEE = 120_00
/** Of ten registrations. */
const STATES: readonly ApplicationState[] = ['paid', 'paid', 'pending', 'paid', 'approved', 'draft', 'paid', 'pending', 'returned', 'paid']
const CATEGORIES = ['regular', 'vocational', 'vocational', 'regular', 'veteran'] as const

/** A single-exam admission that takes registrations, with all its stages to be seen. */
export default (async (db, { students }, own) => {
  const majors = await db.unscoped(major).all({}, { sort: ['code'], limit: 46 }) // demo data
  if (!majors.length) return
  if (!(await db.unscoped(chargeItem).find({ code: ITEM.code }))) await db.insert(chargeItem, ITEM) // demo data
  const year = Number(day(0).slice(0, 4))
  const batch = await db.insert(examBatch, {
    ...{ processType: 'exam', name: `${year} 年单独招生`, kind: 'single', year, audience: { all: true }, beginTime: moment(-20, '08:00'), endTime: moment(12, '17:00') },
    ...{ reviewTo: moment(16, '17:00'), payTo: moment(20, '17:00'), maxChoices: 3, adjust: true, fee: FEE, state: 'published', publishedAt: moment(-20, '08:00') },
    notice: '请如实填写，照片用近期免冠证件照。录取后不再参加当年普通高考。',
  })
  await db.insertMany(
    examPlan,
    majors.slice(0, sized(students, 46, 6)).map((m, n) => ({
      ...{ batchId: batch.id, code: `D${String(n + 1).padStart(2, '0')}`, majorId: m.id, subjects: n % 3 ? ['culture', 'skill'] : ['chinese', 'math', 'skill'], tuition: 5500_00 },
      quotas: [{ category: 'regular', places: 40 }, { category: 'vocational', places: 60 }, ...(n % 2 ? [] : [{ category: 'veteran', places: 5 }])],
    })),
    { history: false },
  )
  const plans = await db.unscoped(examPlan).all({ batchId: batch.id }, { sort: ['code'] }) // demo data
  await register(db, batch, plans, sized(students, 12_400, 60))
  if (own) await addOwn(db, batch, own)
}) satisfies (...given: [...Parameters<Demo>, own: KnownApplicant | undefined]) => Promise<void>

async function register(db: Db, batch: Batch, plans: readonly Plan[], count: number): Promise<void> {
  const cantons = [...(await db.cached(canton)).values()].filter(c => c.level === 'area' && c.isEnabled).map(c => c.code)
  const random = randomOf(611)
  const make = peopleMaker(613, cantons)
  const people = Array.from({ length: count }, () => make({ born: [`${batch.year - 19}-09-01`, `${batch.year - 17}-08-31`], male: 0.55 }))
  const persons = await personsFor(db, people)
  const rows = people.map((who, n) => {
    const category = CATEGORIES[n % CATEGORIES.length] ?? 'regular'
    const open = plans.filter(p => p.quotas.some(q => q?.category === category))
    const choices = [...new Set([random.pick(open).id, random.pick(open).id, random.pick(open).id])]
    const state = STATES[n % STATES.length] ?? 'paid'
    const ksh = `${String(batch.year).slice(2)}${who.cantonCode}${String(n + 1).padStart(6, '0')}`
    return {
      who,
      category,
      choices,
      state,
      ksh,
      id: uuidv7(),
      applicantId: uuidv7(),
      userId: uuidv7(),
      personId: persons[n] as string,
      school: random.pick(SCHOOLS),
      isDoubtful: random.chance(0.1),
    }
  })
  await db.insertMany(
    user,
    rows.map(r => ({ id: r.userId, userName: r.ksh, accountNo: r.ksh, nickName: r.who.name, realm: 'exam' as const, status: 'enabled' as const })),
    { history: false },
  )
  const known = (r: (typeof rows)[number]) => ({
    ...{ batchId: batch.id, ksh: r.ksh, idNo: r.who.idNo, name: r.who.name, genderCode: r.who.genderCode, birthDate: r.who.birthDate ?? '' },
    ...{ category: r.category, school: r.school, canton: r.who.cantonCode },
  })
  await db.insertMany(examCandidate, rows.map(known) as Array<DraftOf<typeof examCandidate>>, { history: false })
  await db.insertMany(
    examApplicant,
    rows.map(r => ({ ...known(r), id: r.applicantId, userId: r.userId, personId: r.personId, phone: r.who.phone, address: '人民路 12 号', isListed: true })),
    { history: false },
  )
  await db.insertMany(
    examApplication,
    rows.map((r, n) => {
      const isIn = r.state !== 'draft'
      const special = r.isDoubtful && isIn
      return {
        ...{ id: r.id, batchId: batch.id, examApplicantId: r.applicantId, userId: r.userId, ksh: r.ksh, name: r.who.name, category: r.category },
        ...{ choices: r.choices, obeyAdjust: n % 3 === 0, commitment: isIn, state: r.state, choiceSeq: 1, submittedAt: isIn ? moment(-1 - (n % 15), '10:20') : null },
        ...{ doubts: special ? ['special' as const] : [], special: special ? '希望安排在一楼考场' : null, isGreen: isIn && !special },
        ...(r.state === 'returned' ? { reviewNote: '照片不清楚，请重新上传' } : {}),
        ...(r.state === 'paid' ? { paidAt: moment(-(n % 10), '11:00') } : {}),
      }
    }),
    { history: false },
  )
  await db.insertMany(
    examChoice,
    rows.map((r, n) => ({ applicationId: r.id, seq: 1, choices: r.choices, obeyAdjust: n % 3 === 0, confirmedAt: r.state === 'draft' ? null : moment(-1 - (n % 15), '10:20') })),
    { history: false },
  )
  await charge(
    db,
    batch,
    rows.flatMap(r => (r.state === 'approved' ? [{ id: r.id, userId: r.userId, name: r.who.name }] : [])),
  )
}
/** Whoever has passed owes the fee. */
async function charge(db: Db, batch: Batch, rows: ReadonlyArray<{ id: string; userId: string; name: string }>): Promise<void> {
  const lines = await handIn(
    db,
    rows.map(r => lineOf(r, batch, ITEM.code, FEE)),
  )
  await db.updateMany(
    examApplication,
    rows.map(({ id }, n) => ({ id, billLineId: lines[n] as string })),
    { history: false },
  )
}
/** The applicant that visitors sign in as is on the list and has begun. */
async function addOwn(db: Db, { id: batchId }: Batch, { userId, personId, phone, known }: KnownApplicant): Promise<void> {
  const { ksh, name, category } = known
  await db.insert(examCandidate, { ...known, batchId } as DraftOf<typeof examCandidate>)
  const { id: examApplicantId } = await db.insert(examApplicant, { ...known, batchId, userId, personId, phone, isListed: true })
  await db.insert(examApplication, { batchId, examApplicantId, userId, ksh, name, category, choices: [], doubts: [] })
}
