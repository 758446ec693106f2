import sql from 'sql-template-tag'
import { schoolYearOf, yearBegins } from '#modules/campus/model/school-year.ts'
import { figureScopeOf } from '#modules/system/model/policy-figure.ts'
import { figureOn } from '#modules/system/server/api.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { makePast } from '#modules/workflow/server/demo-cases.ts'
import type { Db } from '#server/context.ts'
import { day, moment } from '#server/demo/days.ts'
import { sized } from '#server/demo/options.ts'
import { type AidKind, type MilitaryAid, militaryAid } from '../model/aid.ts'
import { compensationYears, completedYears, programmeYears, remainingYears, shareOf, sumOf } from '../model/computation.ts'
import { aidSubject } from '../model/flow.ts'

const TUITION = 5500_00
/** States of aid, in turn; `paid` twice, once with a recovery. */
const STATES = ['pending', 'approved', 'reported', 'funded', 'paid', 'returned', 'rejected', 'stopped'] as const
type State = (typeof STATES)[number]
interface Soldier {
  id: string
  studentId: string
  departmentId: string | null
  classId: string | null
  noticeDate: string
  stage: string
  endCause: string | null
  enrolDate: string
  duration: number
  level: string | null
  returnedOn: string | null
}
const soldiersOf = (db: Db): Promise<Soldier[]> =>
  db.query<Soldier>(sql`select r.id, r.student_id as "studentId", r.department_id as "departmentId", r.class_id as "classId", r.notice_date::text as "noticeDate", r.stage, r.end_cause as "endCause",
      r.returned_on::text as "returnedOn", s.enrol_date::text as "enrolDate", coalesce(s.duration, 3)::float8 as duration, s.level
    from enlist_record r join student s on s.tenant_id = r.tenant_id and s.id = r.student_id
    where r.tenant_id = ${db.me.tenantId} and r.state = 'approved' and r.notice_date is not null order by r.registered_on desc, md5(r.id::text)`)
/** Aid of those who serve or have served, in every state, and waivers of those who are back. */
export async function demoAids(db: Db, students: number): Promise<void> {
  const each = sized(students, 25, 2)
  const soldiers = await soldiersOf(db)
  const claims = soldiers.filter(s => s.stage !== 'sentBack').slice(0, each * (STATES.length - 1))
  for (const [n, soldier] of claims.entries()) await claim(db, soldier, STATES[n % (STATES.length - 1)] ?? 'pending', n)
  const misconduct = soldiers.filter(s => s.endCause === 'misconduct').slice(0, each)
  const recoveries = await Promise.all(misconduct.map(s => draftOf(db, s, 'compensation')))
  await db.insertMany(
    militaryAid,
    recoveries.map(d => ({ ...d, state: 'paid', paidOn: day(-200), reportedOn: day(-260), recovery: 'open', recoverAmount: d.total }) as never),
    { history: false },
  )
  const back = await Promise.all(soldiers.filter(s => s.returnedOn).map(s => waiverOf(db, s)))
  await db.insertMany(
    militaryAid,
    back.filter(d => d.years.length).map((d, n) => ({ ...d, state: n % 2 ? 'approved' : 'reported', reportedOn: n % 2 ? null : day(-40) }) as never),
    { history: false },
  )
}
const columns = ({ id: enlistId, studentId, departmentId, classId }: Soldier) => ({ enlistId, studentId, departmentId, classId })
const capOf = async (db: Db, { level }: Soldier, on: string) => (await figureOn(db, 'military.cap', { scope: figureScopeOf(level), on })).amount
/** Years before the service, at least one, so that each case has something to look at. */
async function draftOf(db: Db, soldier: Soldier, kind: AidKind) {
  const { enrolDate, duration, noticeDate } = soldier
  const done = completedYears(programmeYears(enrolDate, duration), noticeDate)
  const xns = done.length ? done : programmeYears(enrolDate, duration).slice(0, 1)
  const tuition = xns.map(xn => ({ xn, paid: TUITION, reduced: 0, loan: 0, wholeLoan: 0 }))
  const years = compensationYears(tuition, { cap: await capOf(db, soldier, noticeDate), isWholeLoan: false }).map(y => ({ ...y, lineId: null }))
  const total = sumOf(years)
  const { toBank, toStudent } = shareOf(total, kind === 'loanRepay' ? TUITION : 0)
  return {
    ...columns(soldier),
    kind,
    formNo: `ZB${soldier.noticeDate.replaceAll('-', '')}${soldier.id.slice(-4)}`,
    years,
    total,
    toBank,
    toStudent,
    payTo: toBank ? ('bank' as const) : ('student' as const),
  }
}
async function waiverOf(db: Db, soldier: Soldier) {
  const { duration, enrolDate, noticeDate, returnedOn } = soldier
  const from = returnedOn ?? day(0)
  const completed = completedYears(programmeYears(enrolDate, duration), noticeDate).length
  const xns = remainingYears({ duration, completed, from: schoolYearOf(from) })
  const years = await Promise.all(
    xns.map(async xn => ({ xn, paid: 0, loan: 0, reduced: 0, cap: await capOf(db, soldier, yearBegins(xn)), amount: TUITION, isKnown: false, lineId: null })),
  )
  return { ...columns(soldier), kind: 'waiver' as const, years, total: sumOf(years), toBank: 0, toStudent: 0, payTo: 'feeAccount' as const }
}
const AFTER: Readonly<Partial<Record<State, Partial<MilitaryAid>>>> = {
  approved: {},
  reported: { reportedOn: day(-20) },
  funded: { reportedOn: day(-60), fundedOn: day(-8) },
  paid: { reportedOn: day(-150), fundedOn: day(-90), paidOn: day(-70) },
}
async function claim(db: Db, soldier: Soldier, state: State, n: number): Promise<void> {
  const draft = await draftOf(db, soldier, n % 5 === 4 ? 'loanRepay' : 'compensation')
  const after = AFTER[state]
  if (after) return void (await db.insert(militaryAid, { ...draft, ...after, state, tuitionOpinion: '已核对学费台账' } as never))
  const row = await db.insert(militaryAid, { ...draft, state: 'pending' } as never)
  if (state === 'pending') await submit({ db, me: db.me, lang: 'zh-cn' }, aidSubject, row)
  else
    await makePast(db, aidSubject, [
      {
        row,
        startedAt: moment(-9 - (n % 20), '09:40'),
        decisions: [{ action: state === 'returned' ? 'return' : 'reject', opinion: state === 'returned' ? '请填写申请表编号' : '没有入伍通知书原件', hours: 7 }],
      },
    ])
}
