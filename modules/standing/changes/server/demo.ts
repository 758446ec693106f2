import sql from 'sql-template-tag'
import { addMonths } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { makePast, type PastCase } from '#modules/workflow/server/demo-cases.ts'
import type { Db } from '#server/context.ts'
import { serialNo, serialNosOn } from '#server/data/serial-no.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { changeSubject } from '../model/flow.ts'
import { statusChange } from '../model/status-change.ts'
import { typesInUse } from './types.ts'

const YEARS = 3
/** What a span of the demo's students says of the change that began it: type and reason. */
const PAST = {
  suspended: ['suspension', '11'],
  retained: ['retention', '13'],
  withdrawn: ['withdrawal', '31'],
  transferredOut: ['transferOut', '15'],
  cancelled: ['recordLoss', '99'],
  expelled: ['expulsion', '32'],
  deceased: ['death', '99'],
  active: ['classChange', '15'],
} as const
type Approval = PastCase['decisions']
const YES = { action: 'approve', opinion: '情况属实，同意', hours: 9 } as const
const COURSES: ReadonlyArray<Approval | 'open'> = [
  'open',
  [YES],
  'open',
  [{ action: 'reject', opinion: '请先与家长沟通后再申请', hours: 6 }],
  'open',
  [YES, { ...YES, opinion: '同意', hours: 20 }],
  [{ action: 'return', opinion: '请补充证明', hours: 4 }],
  'open',
  [{ action: 'withdraw', opinion: '决定继续上学', hours: 3 }],
  'open',
]
const WISHES = [
  { code: 'suspension', reason: '11', said: '需要住院治疗并休养', months: 11 },
  { code: 'classChange', reason: '15', said: '希望与同组同学在一个班' },
  { code: 'suspension', reason: '14', said: '项目入驻创业园，需要全职投入', months: 12 },
  { code: 'retention', reason: '13', said: '已收到入伍通知书', months: 24 },
  { code: 'withdrawal', reason: '31', said: '家庭原因，决定回乡工作' },
] as const

/** The changes behind the spans of the last three years, and applications in every state, the counsellor's students first. */
export default (async (db, { students }) => {
  await changesOfThePast(db)
  const pupils = (await demoPupils(db)).filter(p => p.hasAccount && !p.isOwn).toSorted((a, b) => Number(b.isNear) - Number(a.isNear))
  const count = Math.min(pupils.length, Math.max(20, Math.round(students / 500)))
  const step = Math.max(1, Math.floor(pupils.length / count))
  const near = pupils.filter(p => p.isNear).slice(-6)
  const chosen = [...near, ...pupils.filter((p, n) => !p.isNear && n % step === 0)].slice(0, count)
  await applications(db, chosen)
}) satisfies Demo

/** A row for each span that a change of status or class began, as it was decided on paper. */
async function changesOfThePast(db: Db): Promise<void> {
  const types = new Map((await typesInUse(db)).map(t => [t.code, t]))
  const spans = await db.query<{
    studentId: string
    from: string
    status: keyof typeof PAST
    until: string | null
    departmentId: string
    classId: string | null
    gradeMajorId: string
    fromStatus: string
    fromClassId: string | null
    fromGradeMajorId: string
    isOpen: boolean
  }>(sql`select h.student_id as "studentId", h."from"::text, h.status, case when h."to" is null then s.status_until::text end as until, h.department_id as "departmentId",
      h.class_id as "classId", h.grade_major_id as "gradeMajorId", p.status as "fromStatus", p.class_id as "fromClassId", p.grade_major_id as "fromGradeMajorId", h."to" is null as "isOpen"
    from class_history h join class_history p on p.tenant_id = h.tenant_id and p.student_id = h.student_id and p."to" = h."from"
      join student s on s.tenant_id = h.tenant_id and s.id = h.student_id
    where h.tenant_id = ${db.me.tenantId} and h.cause in ('statusChanged', 'classChanged') and h.status = any(${Object.keys(PAST)}::text[]) and h."from" >= ${addMonths(day(0), -12 * YEARS)}::date
    order by h."from", h.student_id`)
  const numbers = await serialNosOn(
    db,
    'YD',
    'status_change_no_seq',
    spans.map(s => addMonths(s.from, 0)),
  )
  const drafts = spans.flatMap((s, n) => {
    const [code, reasonCode] = PAST[s.status]
    const type = types.get(code)
    if (!type) return []
    const isAway = s.status === 'suspended' || s.status === 'retained'
    return {
      ...{ changeNo: numbers[n] ?? '', studentId: s.studentId, departmentId: s.departmentId, classId: s.fromClassId, typeId: type.id, reasonCode, effectiveDate: s.from },
      ...{ until: isAway ? s.until : null, toClassId: type.placement === 'none' ? null : s.classId, state: 'approved' as const, effectState: 'effective' as const },
      ...{ effectiveAt: `${s.from}T00:10:00+08:00`, createdAt: `${s.from < day(-20) ? addMonths(s.from, -1) : day(-24)}T09:00:00+08:00`, applyWay: 'import' as const },
      ...{ fromStatus: s.fromStatus, toStatus: s.status, fromClassId: s.fromClassId, fromGradeMajorId: s.fromGradeMajorId, toGradeMajorId: s.gradeMajorId },
      docNo: `校学〔${s.from.slice(0, 4)}〕${(n % 90) + 1}号`,
      nationalSync: type.nationalSync ? (s.from > day(-60) ? ('todo' as const) : ('done' as const)) : ('notNeeded' as const),
      period: isAway && s.isOpen && s.until ? ('running' as const) : null,
    }
  })
  await db.insertMany(statusChange, drafts as never, { history: false })
}
/** Applications of some students: awaiting a decision, refused, returned, withdrawn, and approved for a day to come. */
async function applications(db: Db, chosen: readonly DemoPupil[]): Promise<void> {
  const random = randomOf(109)
  const types = new Map((await typesInUse(db)).map(t => [t.code, t]))
  const classes = [...(await db.cached(stuClass)).values()]
  const past: PastCase[] = []
  for (const [n, pupil] of chosen.entries()) {
    const wish = WISHES[n % WISHES.length] ?? WISHES[0]
    const sibling = classes.find(c => c.state === 'active' && c.id !== pupil.classId && c.gradeMajorId === classes.find(own => own.id === pupil.classId)?.gradeMajorId)
    const { code, reason, said, months } = { months: 0, ...(wish.code === 'classChange' && !sibling ? WISHES[0] : wish) }
    const type = types.get(code)
    if (!type) continue
    const effectiveDate = day(10 + random.int(0, 40))
    const row = await db.insert(statusChange, {
      ...{
        changeNo: await serialNo(db, 'YD', 'status_change_no_seq'),
        studentId: pupil.id,
        departmentId: pupil.departmentId,
        classId: pupil.classId,
        typeId: type.id,
        reasonCode: reason,
      },
      ...{ reasonText: said, effectiveDate, until: months ? addMonths(effectiveDate, months) : null, toClassId: code === 'classChange' ? (sibling?.id ?? null) : null },
      ...{ state: 'pending' as const, fromStatus: 'active' as const, toStatus: type.toStatus ?? 'active', fromClassId: pupil.classId },
    })
    const course = COURSES[n % COURSES.length] ?? 'open'
    if (course === 'open') await submit({ db, me: db.me, lang: 'zh-cn' }, changeSubject, row)
    else past.push({ row, startedAt: moment(-4 - random.int(0, 9), '10:20'), decisions: course })
  }
  await makePast(db, changeSubject, past)
}
