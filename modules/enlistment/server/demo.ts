import sql from 'sql-template-tag'
import { addMonths } from '#modules/campus/model/days.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { makePast } from '#modules/workflow/server/demo-cases.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { enlistSubject } from '../model/flow.ts'
import { type EnlistRecord, enlistRecord } from '../model/record.ts'
import { enlistTarget } from '../model/target.ts'
import { demoAids } from './demo-aids.ts'

/** Of a whole school, over six years. */
const WHOLE = { serving: 48, due: 9, way: 60, returned: 110, ended: 80 }
const LEAST = { serving: 8, due: 4, way: 8, returned: 10, ended: 6 }
const YEARS = 6
interface Person {
  id: string
  departmentId: string | null
  classId: string | null
  status: string
  isOwn: boolean
  isNear: boolean
  name: string | null
  phone: string | null
}
/** Students who are here or away, those longest at the school first. */
const peopleOf = (db: Db, own: string | null): Promise<Person[]> =>
  db.query<Person>(sql`select s.id, s.department_id as "departmentId", s.class_id as "classId", s.status, s.emergency_name as name, s.emergency_phone as phone, coalesce(s.id = ${own}::uuid, false) as "isOwn",
      coalesce(s.class_id in ${counselledClasses(db)}, false) as "isNear"
    from student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status in ('active', 'retained') and s.enrol_date is not null
    order by coalesce(s.id = ${own}::uuid, false) desc, s.enrol_date, md5(s.id::text)`)
type Draft = Partial<EnlistRecord> & { studentId: string }

/** Records of six years in every stage, aid in every state, and this year's targets. */
export default (async (db, { students }) => {
  const count = (of: keyof typeof WHOLE) => sized(students, WHOLE[of], LEAST[of])
  const people = await peopleOf(db, (await demoAccount(db, 'student'))?.studentId ?? null)
  const [retained, active] = [people.filter(p => p.status === 'retained'), people.filter(p => p.status === 'active')]
  const own = active.filter(p => p.isOwn)
  const near = active.filter(p => p.isNear && !p.isOwn)
  const others = active.filter(p => !p.isOwn && !p.isNear)
  const take = (of: Person[], n: number) => of.splice(0, Math.min(n, of.length))
  const away = (n: number): Person[] => {
    const first = take(retained, n)
    return [...first, ...take(others, n - first.length)]
  }
  const due = [...take(near, 1), ...away(count('due') - 1)]
  const serving = [...take(near, 1), ...away(count('serving') - 1)]
  const drafts = [
    ...serving.map(servingOf),
    ...due.map(dueOf),
    ...[...own, ...take(near, 4), ...others.splice(-count('way'))].map(onTheWay),
    ...take(others, count('returned')).map(returnedOf),
    ...take(others, count('ended')).map(endedOf),
  ]
  await db.insertMany(enlistRecord, drafts as never, { history: false })
  await waiting(db, take(near, 4))
  await targets(db)
  if (!(await db.unscoped(chargeItem).find({ code: 'militaryRecovery' })))
    await db.insert(chargeItem, { code: 'militaryRecovery', name: '参军资助追缴', nature: 'administrative', filingNo: '财教〔2021〕310号', period: 'once', priority: 90 })
  await demoAids(db, students)
}) satisfies Demo

const random = randomOf(331)
const common = ({ id, departmentId, classId, name, phone }: Person, registeredOn: string, n: number): Draft => ({
  ...{ studentId: id, departmentId, classId, familyName: name, familyPhone: phone, year: Number(registeredOn.slice(0, 4)), registeredOn, state: 'approved' },
  ...{ season: registeredOn.slice(5, 7) < '05' ? 'spring' : 'autumn', kind: n % 9 === 8 ? 'directNco' : 'conscript' },
})
/** With the notice so many days ago. */
function noticed(person: Person, daysAgo: number, n: number): Draft {
  const noticeDate = day(-daysAgo)
  return {
    ...common(person, day(-daysAgo - 110), n),
    ...{
      examResult: 'fit',
      politicalReview: 'passed',
      noticeNo: `黔征字〔${noticeDate.slice(0, 4)}〕${1000 + n}号`,
      noticeDate,
      unit: '某部',
      keepStatusUntil: addMonths(noticeDate, 48),
    },
  }
}
const servingOf = (person: Person, n: number): Draft => ({ ...noticed(person, 40 + ((n * 37) % 640), n), stage: 'enlisted' })
/** The first are due within weeks. */
function dueOf(person: Person, n: number): Draft {
  const returnBy = day(12 + n * 41)
  const dischargedOn = addMonths(returnBy, -24)
  return {
    ...noticed(person, 760 + 730, n),
    stage: 'discharged',
    dischargedOn,
    returnBy,
    keepStatusUntil: returnBy,
    noticeDate: addMonths(dischargedOn, -24),
    registeredOn: addMonths(dischargedOn, -28),
  }
}
const WAY = ['medical', 'registered', 'review', 'chosen'] as const
function onTheWay(person: Person, n: number): Draft {
  const stage = WAY[n % WAY.length] ?? 'registered'
  const isPast = stage === 'review' || stage === 'chosen'
  return { ...common(person, day(-20 - (n % 40)), n), stage, ...(isPast ? { examResult: 'fit' } : {}), ...(stage === 'chosen' ? { politicalReview: 'passed' } : {}) }
}
const returnedOf = (person: Person, n: number): Draft => {
  const returnedOn = day(-30 - ((n * 53) % (365 * (YEARS - 4))))
  const dischargedOn = addMonths(returnedOn, -random.int(1, 20))
  return {
    ...noticed(person, 100, n),
    ...{ stage: 'returned', returnedOn, dischargedOn, returnBy: addMonths(dischargedOn, 24), noticeDate: addMonths(dischargedOn, -24), registeredOn: addMonths(dischargedOn, -28) },
    year: Number(addMonths(dischargedOn, -28).slice(0, 4)),
  }
}
const ENDED = [
  { stage: 'failed', endCause: 'unfit', examResult: 'unfit' },
  { stage: 'failed', endCause: 'notChosen', examResult: 'fit' },
  { stage: 'failed', endCause: 'personal', examResult: null },
  { stage: 'sentBack', endCause: 'health', examResult: 'fit' },
  { stage: 'sentBack', endCause: 'misconduct', examResult: 'fit' },
] as const
function endedOf(person: Person, n: number): Draft {
  const { stage, endCause, examResult } = ENDED[n % ENDED.length] ?? ENDED[0]
  const ago = 100 + ((n * 97) % (365 * YEARS - 200))
  const base = stage === 'sentBack' ? noticed(person, ago, n) : common(person, day(-ago), n)
  return { ...base, stage, endCause, examResult, endedOn: day(-ago + 60) }
}
/** Registrations that wait, one of them returned. */
async function waiting(db: Db, people: readonly Person[]): Promise<void> {
  for (const [n, person] of people.entries()) {
    const row = await db.insert(enlistRecord, { ...(common(person, day(-2 - n), n) as object), state: 'pending' } as never)
    if (n === 3) await makePast(db, enlistSubject, [{ row, startedAt: moment(-5, '10:00'), decisions: [{ action: 'return', opinion: '请补充近视手术病历', hours: 5 }] }])
    else await submit({ db, me: db.me, lang: 'zh-cn' }, enlistSubject, row)
  }
}
async function targets(db: Db): Promise<void> {
  const colleges = await db.query<{ id: string }>(sql`select id from department where tenant_id = ${db.me.tenantId} and dept_type = '1' order by code`)
  await db.insertMany(
    enlistTarget,
    colleges.map(({ id }, n) => ({ year: Number(day(0).slice(0, 4)), departmentId: id, target: 3 + (n % 4) })),
    { history: false },
  )
}
