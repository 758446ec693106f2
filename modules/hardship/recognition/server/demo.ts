import type { Row } from '#model'
import { yearBefore, yearEnds } from '#modules/campus/model/school-year.ts'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import { student } from '#modules/student/model/student.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { serialNosOn } from '#server/data/serial-no.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import { levelOrder, setLevels } from '../../levels/server/api.ts'
import { aidBatch } from '../model/batch.ts'
import { DEFAULT_FLOORS, DEFAULT_ITEMS, DEFAULT_THRESHOLDS } from '../model/default-model.ts'
import { recognitionSubject } from '../model/flow.ts'
import { indexModel } from '../model/index-model.ts'
import { aidRecognition, type Snapshot } from '../model/recognition.ts'
import { specialList } from '../model/special-list.ts'
import { aidSurvey } from '../model/survey.ts'
import { scoresOf } from './scores.ts'

type Batch = Row<typeof aidBatch>
/** Of ten thousand students 2,900 are recognised each year. */
const RECOGNISED = 8700
const OPEN = 24
const NEAR = 4
/** One of so many is of a group that the college has accepted. */
const ACCEPTED = 15
const LISTED = 8
const STRANGERS = 4
const EVENTS = ['父亲 2025 年因病手术，自付约 3 万元', '母亲长期慢性病，每年药费约 8000 元', '爷爷 2026 年住院，自付 1.5 万元'] as const
const GROUPS = ['lowIncome', 'liftedPoverty', 'disabledParent', 'orphan'] as const
const JOBS = ['务农', '务工', '个体', '临时工'] as const

/** A family: most live on little, some have somebody ill or belong to a group. */
export function family(random: Random, pupil: DemoPupil): Snapshot {
  const size = random.int(3, 5)
  const perHead = random.pick([420_000, 560_000, 780_000, 1_050_000, 1_600_000])
  const annualIncome = perHead * size
  const member = (name: string, relation: string, age: number, income: number) => ({ name, relation, age, job: random.pick(JOBS), workStatus: '24', health: null, income })
  const others = Array.from({ length: size - 3 }, (_, n) => ({ ...member(n ? '弟弟' : '奶奶', n ? '73' : '62', n ? 12 : 74, 0), job: null, workStatus: n ? '31' : '70' }))
  const half = Math.floor(annualIncome / 2)
  return {
    ...{
      homeCanton: pupil.homeCanton,
      homeAddress: '某县某镇某村',
      parentPhone: pupil.contactPhone,
      householdSize: size,
      studyingCount: random.int(1, 3),
      supportCount: random.int(0, 2),
    },
    ...{
      annualIncome,
      incomePerHead: perHead,
      incomeNote: null,
      housing: 'own',
      assets: ['none'],
      loanThisYear: random.chance(0.4),
      unemployment: null,
      disaster: null,
      debt: null,
      proofs: [],
    },
    ...{
      illness: random.chance(0.3) ? random.pick(EVENTS) : null,
      specialGroups: random.chance(0.2) ? [random.pick(GROUPS)] : [],
      answers: { fees: random.pick(['loan', 'part', 'part', 'family']) },
    },
    members: [member('父亲', '51', 48, half), member('母亲', '52', 46, annualIncome - half), ...others],
  }
}
/** Two years of levels, and a batch that takes applications now. */
export default (async (db, { students }) => {
  const officer = await demoAccount(db, 'officer')
  if (!officer) return
  const xn = await schoolYearOn(db)
  const draft = { name: '困难认定指标', items: DEFAULT_ITEMS, thresholds: DEFAULT_THRESHOLDS, floors: DEFAULT_FLOORS, indexWeight: 70, reviewWeight: 30, isFrozen: true }
  const model = await db.insert(indexModel, draft)
  const batch = (name: string, year: string, from: number, to: number, more: Partial<Batch>) =>
    db.insert(aidBatch, {
      ...{
        processType: 'aidRecognition',
        name,
        xn: year,
        audience: { roles: ['student'] },
        atEnd: 'stay',
        modelId: model.id,
        levels: ['special', 'hard', 'general'],
        checkShare: 5,
      },
      ...{
        noticeShows: 'names',
        noticeLevel: 'college',
        noticeColumns: ['name', 'className', 'level'],
        isBlind: true,
        ownerDepartmentId: officer.departmentId,
        budget: sized(students, 1_200_000_000, 24_000_000),
      },
      ...{
        levelAmounts: { special: 450_000, hard: 370_000, general: 280_000 },
        beginTime: moment(from, '08:00'),
        endTime: moment(to, '20:00'),
        publishedAt: moment(from, '08:00'),
        ...more,
      },
      publisher: { userId: officer.id, departmentId: officer.departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
    } as never)
  const confirmed = (on: number): Partial<Batch> => ({ state: 'closed', stage: 'effective', confirmedAt: moment(on, '15:00'), confirmedById: officer.id })
  const last = await batch(`${yearBefore(xn)}学年困难认定`, yearBefore(xn), -430, -400, confirmed(-395))
  const now = await batch(`${xn}学年困难认定`, xn, -62, -40, confirmed(-35))
  const open = await batch(`${xn}学年补充认定`, xn, -6, 9, { state: 'published' })
  const [random, pupils] = [randomOf(211), await demoPupils(db)]
  const count = sized(students, RECOGNISED, 60)
  const [near, others] = [pupils.filter(p => p.isNear && !p.isOwn), pupils.filter(p => !p.isNear && !p.isOwn)]
  const chosen = [...near.slice(NEAR, NEAR + 14), ...others].filter((p, n) => p.isNear || n % Math.max(1, Math.floor(others.length / count)) === 0).slice(0, count)
  await listed(db, chosen.slice(0, LISTED))
  await recognised(db, last, model.id, chosen.slice(0, Math.ceil(count * 0.85)), random, { on: -390, from: `${last.xn?.slice(0, 4)}-10-15` })
  await recognised(db, now, model.id, chosen, random, { on: -30, from: day(-30) })
  await applied(db, open, [...near.slice(0, NEAR), ...others.filter(p => !chosen.includes(p)).slice(0, OPEN)], random)
}) satisfies Demo

/** Lists of the authorities: some of its people are students here. */
async function listed(db: Db, pupils: readonly DemoPupil[]): Promise<void> {
  const students = await db.unscoped(student).all({ id: pupils.map(p => p.id) }, { sort: ['studentNo'] }) // demo data
  const stranger = peopleMaker(617, ['420106', '430104'])
  const own = students.flatMap(({ id, name, idNo }) => (name && idNo ? [{ name, idNo, studentId: id }] : []))
  const others = Array.from({ length: STRANGERS }, () => stranger({ born: ['2004-01-01', '2008-08-31'] })).map(({ name, idNo }) => ({ name, idNo, studentId: null }))
  const rows = [...own, ...others].map((person, n) => ({
    ...person,
    group: GROUPS[n % GROUPS.length] ?? GROUPS[0],
    source: n % 2 ? '市民政局' : '省乡村振兴局',
    month: day(-40).slice(0, 7),
  }))
  await db.insertMany(specialList, rows, { history: false })
}
async function drafts(db: Db, batch: Batch, pupils: readonly DemoPupil[], random: Random, on: number) {
  const [order, model, numbers] = [
    await levelOrder(db),
    await db.unscoped(indexModel).one(batch.modelId), // demo data
    await serialNosOn(
      db,
      'KN',
      'aid_recognition_no_seq',
      pupils.map(() => day(on)),
    ),
  ]
  const whole = { ...model, items: model.items ?? [], thresholds: model.thresholds ?? [], floors: model.floors ?? [] }
  return pupils.map((pupil, n) => {
    const surveySnapshot = family(random, pupil)
    const given = {
      surveySnapshot,
      groups: surveySnapshot.specialGroups ? [...surveySnapshot.specialGroups] : [],
      acceptedGroups: n % ACCEPTED === 0 ? [GROUPS[n % GROUPS.length] ?? GROUPS[0]] : [],
      reviewScore: null as number | null,
    }
    return {
      ...{ id: uuidv7(), recognitionNo: numbers[n] ?? '', batchId: batch.id, studentId: pupil.id, departmentId: pupil.departmentId, classId: pupil.classId, promise: '本人' },
      score: (reviewScore: number | null) => ({ ...given, reviewScore, ...scoresOf(order, whole, { ...given, reviewScore }) }),
    }
  })
}
/** Results of a year that is decided, with their levels. */
async function recognised(db: Db, batch: Batch, _modelId: string, pupils: readonly DemoPupil[], random: Random, { on, from }: { on: number; from: string }): Promise<void> {
  const rows = (await drafts(db, batch, pupils, random, on - 20)).map(({ score, ...row }) => {
    const scores = score(random.int(45, 95))
    const level = scores.suggestedLevel
    const decided = { level, decidedAt: moment(on - 5, '15:00') }
    return { ...row, ...scores, ...decided, state: level ? ('effective' as const) : ('rejected' as const), isBelow: !level }
  })
  await db.insertMany(aidRecognition, rows, { history: false })
  const to = yearEnds(batch.xn ?? '')
  await setLevels(
    db,
    rows.flatMap(({ studentId, level }) => (level ? [{ studentId, level, from, to, cause: 'recognised' as const, endCause: 'recognised' as const, reason: batch.name }] : [])),
  )
}
/** Applications that wait for a counsellor, with the surveys of their students. */
async function applied(db: Db, batch: Batch, pupils: readonly DemoPupil[], random: Random): Promise<void> {
  const rows = (await drafts(db, batch, pupils, random, -3)).map(({ score, ...row }) => ({ ...row, ...score(null), state: 'pending' as const }))
  await db.insertMany(aidRecognition, rows, { history: false })
  await db.insertMany(
    aidSurvey,
    rows.map(({ studentId, surveySnapshot }) => ({ ...surveySnapshot, studentId, submittedAt: moment(-3, '10:00'), savedOn: day(-3) }) as never),
    { history: false },
  )
  const waiting = new Set(pupils.filter(p => p.hasAccount).map(p => p.id))
  for (const row of await db.unscoped(aidRecognition).all({ id: rows.map(r => r.id) })) // demo data
    if (waiting.has(row.studentId)) await submit({ db, me: db.me, lang: 'zh-cn' }, recognitionSubject, row, { batchId: batch.id })
}
