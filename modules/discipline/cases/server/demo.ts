import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { serialNosOn } from '#server/data/serial-no.ts'
import { goOnAfter } from '#server/data/series.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { caseMaterial, disciplineCase } from '../model/case.ts'
import { documentDelivery } from '../model/delivery.ts'
import type { Level } from '../model/levels.ts'
import { punishment } from '../model/punishment.ts'
import { monthsFor, periodFrom } from '../model/terms.ts'
import { violationRule } from '../model/violation-rule.ts'
import { daysAfter, workdaysAfter } from './clock.ts'
import { punishmentTodos } from './notify.ts'
import { partyOf } from './rows.ts'
import { termsNow } from './settings.ts'

const RULES = [
  ['A01', '第十二条', '扰乱课堂、会场等公共秩序', 'order', 'warning', 'demerit'],
  ['B01', '第十五条', '考试违纪、作弊', 'exam', 'seriousWarning', 'expulsion'],
  ['C01', '第十八条', '在宿舍使用违规电器、留宿他人', 'dormitory', 'warning', 'demerit'],
  ['D01', '第二十条', '打架斗殴', 'fight', 'warning', 'expulsion'],
  ['E01', '第二十二条', '旷课、擅自离校', 'absence', 'warning', 'demerit'],
  ['F01', '第二十五条', '抄袭、剽窃等学术不端', 'academic', 'demerit', 'expulsion'],
] as const
const WHAT = [
  { rule: 0, title: '课堂上争吵', level: 'warning' },
  { rule: 1, title: '考试夹带', level: 'demerit' },
  { rule: 2, title: '宿舍使用电炉', level: 'seriousWarning' },
  { rule: 3, title: '球场打架', level: 'demerit' },
  { rule: 4, title: '连续旷课', level: 'warning' },
  { rule: 5, title: '课程论文抄袭', level: 'probation' },
] as const
type State = 'investigating' | 'proposed' | 'noticed' | 'defenceClosed' | 'decided' | 'inForce' | 'lifted' | 'dismissed'
/** How far the cases have come, and how long ago they happened. */
const STAGES: ReadonlyArray<readonly [state: State, daysAgo: number]> = [
  ['investigating', 3],
  ['proposed', 10],
  ['noticed', 12],
  ['defenceClosed', 20],
  ['decided', 30],
  ['inForce', 60],
  ['inForce', 150],
  ['lifted', 400],
  ['lifted', 600],
  ['dismissed', 40],
]
interface DemoCase {
  pupil: DemoPupil
  n: number
  state: State
  daysAgo: number
}
const isPast = (state: State, ...from: State[]): boolean => from.includes(state)
/** Everything of one party up to where it stands. */
async function draftOf(db: Db, { n, state, daysAgo }: DemoCase, materialIds: string[]) {
  const what = WHAT[n % WHAT.length] ?? WHAT[0]
  const terms = await termsNow(db)
  const level: Level = what.level
  const [issued, decided] = [day(-daysAgo + 4), day(-daysAgo + 20)]
  const isTold = !isPast(state, 'investigating', 'proposed', 'dismissed')
  const isDecided = isPast(state, 'decided', 'inForce', 'lifted')
  const isServed = isPast(state, 'inForce', 'lifted')
  const served = addDays(decided, 1)
  // one of those that were notified may state the case until today
  const noticed = state === 'noticed' ? day(-5) : issued
  const due = isTold ? (state === 'noticed' && n % 2 === 0 ? day(0) : await workdaysAfter(db, noticed, terms.defenceDays)) : null
  const months = monthsFor(terms, { measure: 'punishment', level })
  const appealDueOn = isServed ? await daysAfter(db, served, terms.appealDays, terms.movesOn) : null
  const periodEnd = isServed && months ? periodFrom(served, months).periodEnd : null
  const isHeard = isTold && state !== 'noticed'
  return {
    ...(state === 'investigating'
      ? {}
      : { partRole: 'principal' as const, facts: `<p>${what.title}，经询问和现场材料证实。</p>`, materialIds, proposedLevel: state === 'dismissed' ? null : level }),
    ...(state === 'investigating' || state === 'dismissed' ? {} : { periodMonths: months, aggravating: n % 5 === 0 ? ['repeat'] : [], mitigating: ['confession'] }),
    ...(state === 'dismissed' ? { decidedLevel: 'none' as const, endReason: '情节轻微，主动承认，批评教育' } : {}),
    ...(isTold ? { noticeIssuedOn: noticed, noticeServedOn: noticed, defenceDueOn: due, dueOn: state === 'noticed' ? due : null } : {}),
    ...(isHeard
      ? {
          defenceKind: n % 3 ? ('waived' as const) : ('statement' as const),
          defenceText: n % 3 ? null : '<p>当时一时冲动，愿意改正。</p>',
          defenceAnswer: n % 3 ? null : '<p>已在量纪时考虑。</p>',
          defendedOn: noticed,
        }
      : {}),
    ...(isDecided
      ? {
          decidedLevel: level,
          decidedOn: decided,
          levelReason: null,
          legalOpinion: level === 'probation' ? '程序合法' : null,
          legalReviewOn: level === 'probation' ? decided : null,
        }
      : {}),
    ...(isServed ? { servedOn: served, appealDueOn, periodStart: served, periodEnd, dueOn: state === 'inForce' && appealDueOn && appealDueOn >= day(0) ? appealDueOn : null } : {}),
    ...(state === 'lifted' && periodEnd ? { liftedOn: periodEnd < day(0) ? periodEnd : day(-1), liftDocumentNo: `校学解〔${day(0).slice(0, 4)}〕D${n}号` } : {}),
    ...(n === 0 ? { levelReason: '同时违反两条', periodReason: '主动消除影响' } : {}),
    state,
  }
}
/** Numbers of the demo follow the days on which they were given, and the series goes on after them. */
async function number(db: Db, drafts: ReadonlyArray<{ decidedOn?: string; documentNo?: string }>): Promise<void> {
  const last = new Map<string, number>()
  for (const draft of drafts.filter(d => d.decidedOn).sort((a, b) => (a.decidedOn ?? '').localeCompare(b.decidedOn ?? ''))) {
    const year = (draft.decidedOn ?? '').slice(0, 4)
    const next = (last.get(year) ?? 0) + 1
    last.set(year, next)
    draft.documentNo = `校学处〔${year}〕${next}号`
  }
  for (const [year, n] of last) await goOnAfter(db, 'discipline_series', `校学处〔${year}〕{seq}号`, n)
}
/** Cases in every stage; the demo's counsellor has those that wait, the demo's student one that can be answered today. */
export default (async (db, { students }) => {
  const [officer, fdy, pupils] = [await demoAccount(db, 'officer'), await demoAccount(db, 'fdy'), await demoPupils(db)]
  if (!officer || !fdy || pupils.length < 20) return
  await db.insertMany(
    violationRule,
    RULES.map(([code, article, title, category, minLevel, maxLevel]) => ({ code, article, title, category, minLevel, maxLevel, regulationVersion: '2025 年修订' })),
    { history: false },
  )
  const rules = await db.unscoped(violationRule).all({}, { sort: ['code'] }) // demo data
  const known = await peopleOf(db)
  const random = randomOf(271)
  const near = [...pupils.filter(p => p.isOwn), ...pupils.filter(p => p.isNear && !p.isOwn)]
  const made: DemoCase[] = Array.from({ length: sized(students, 60, 30) }, (_, n) => {
    const [state, daysAgo] = STAGES[(n + 2) % STAGES.length] ?? ['investigating', 3]
    return { pupil: near[n] ?? random.pick(pupils), n, state, daysAgo: daysAgo + (n % 4) }
  })
  const days = made.map(m => day(-m.daysAgo))
  const numbers = await serialNosOn(db, 'WJ', 'discipline_case_no_seq', days)
  const terms = await termsNow(db)
  await db.insertMany(
    disciplineCase,
    made.map(({ pupil, n, daysAgo }) => {
      const what = WHAT[n % WHAT.length] ?? WHAT[0]
      return {
        ...{
          caseNo: numbers[n] ?? '',
          title: what.title,
          occurredAt: moment(-daysAgo, '10:20'),
          place: '教学楼',
          category: RULES[what.rule][3],
          ruleIds: [rules[what.rule]?.id ?? ''],
        },
        ...{ summary: `<p>${what.title}，值班老师到场处理。</p>`, reportSource: 'teacher' as const, investigators: [fdy.id, officer.id], reporterId: officer.id, terms },
        ...{ departmentId: pupil.departmentId, classId: pupil.classId },
      }
    }),
    { history: false },
  )
  const byNo = new Map((await db.unscoped(disciplineCase).all({})).map(c => [c.caseNo, c.id])) // demo data
  const ids = numbers.map(no => byNo.get(no) ?? '')
  await db.insertMany(
    caseMaterial,
    made.map(({ daysAgo }, n) => ({ caseId: ids[n] ?? '', kind: 'record', title: '询问笔录', files: [], takenAt: moment(-daysAgo + 1, '15:00'), takenBy: '林老师' })),
    { history: false },
  )
  const ofCase = new Map((await db.unscoped(caseMaterial).all({})).map(m => [m.caseId, m.id])) // demo data
  const materials = ids.map(id => ({ id: ofCase.get(id) ?? '' }))
  const photo = await drawn(640, 400, '<rect width="640" height="400" fill="#d8dde6"/><rect x="120" y="120" width="400" height="180" fill="#9aa5b8"/>')
  for (const one of materials.slice(0, 3)) {
    const file = await demoFile(db, caseMaterial, one.id, { name: '现场照片.jpg', content: photo, field: 'files', ownerId: officer.id })
    await db.update(caseMaterial, one.id, { files: [file] })
  }
  const drafts = await Promise.all(
    made.map(async (one, n) => {
      const { pupil } = one
      const { grade = null, majorId = null } = known.get(pupil.id) ?? {}
      const place = { departmentId: pupil.departmentId, classId: pupil.classId, grade, majorId }
      return { caseId: ids[n] ?? '', studentId: pupil.id, ...place, ...(await draftOf(db, one, [materials[n]?.id ?? ''])) } as { decidedOn?: string; documentNo?: string } & Record<
        string,
        unknown
      >
    }),
  )
  await number(db, drafts)
  await db.insertMany(punishment, drafts as never, { history: false })
  await deliveries(db, await db.unscoped(punishment).all({}), officer.id) // demo data
  const all = await db.unscoped(punishment).all({ state: ['noticed', 'investigating'] }) // demo data
  for (const row of all.slice(0, 6)) {
    const who = await partyOf(db, row)
    if (row.state === 'noticed') await punishmentTodos.open(db, 'defend', [{ row, who }])
    else await punishmentTodos.open(db, 'investigate', [{ row, who, to: [fdy.id] }])
  }
}) satisfies Demo
interface Person {
  id: string
  grade: number | null
  majorId: string | null
}
const peopleOf = async (db: Db): Promise<ReadonlyMap<string, Person>> =>
  new Map((await db.query<Person>(sql`select id, grade, major_id as "majorId" from student where tenant_id = ${db.me.tenantId} and status = 'active'`)).map(p => [p.id, p]))
interface Served {
  id: string
  studentId: string
  noticeServedOn: string | null
  servedOn: string | null
}
const deliveries = (db: Db, rows: readonly Served[], by: string): Promise<unknown> =>
  db.insertMany(
    documentDelivery,
    rows.flatMap(({ id, studentId, noticeServedOn, servedOn }) =>
      (
        [
          ['notice', noticeServedOn],
          ['decision', servedOn],
        ] as const
      ).flatMap(([documentKind, on]) =>
        on ? [{ punishmentId: id, studentId, documentKind, method: 'direct' as const, attemptedOn: on, result: 'done' as const, witnesses: [], effectiveOn: on, by }] : [],
      ),
    ),
    { history: false },
  )
