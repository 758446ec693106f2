import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { setProvedMobile } from '#modules/system/server/api.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { makePast, type PastCase } from '#modules/workflow/server/demo-cases.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { infoSubject } from '../model/flow.ts'
import { infoChange } from '../model/info-change.ts'
import { infoCheck, infoCheckLine } from '../model/info-check.ts'
import { type Student, standingOf } from './items.ts'

const YES = { action: 'approve', opinion: '与证明一致，同意', hours: 7 } as const
type Course = PastCase['decisions'] | 'open'
/** What students ask for, and how far it is. */
const REQUESTS: ReadonlyArray<{ field: 'name' | 'ethnicityCode' | 'politicalCode' | 'formerName'; said: string; course: Course }> = [
  { field: 'name', said: '户口簿上的名字与学籍不一致', course: 'open' },
  { field: 'ethnicityCode', said: '民族登记有误，附户口簿页', course: [YES] },
  { field: 'politicalCode', said: '上月转为预备党员', course: 'open' },
  { field: 'formerName', said: '补登曾用名', course: [YES] },
  { field: 'name', said: '想换一个名字', course: [{ action: 'reject', opinion: '没有公安机关的变更证明', hours: 5 }] },
  { field: 'ethnicityCode', said: '民族登记有误', course: [{ action: 'return', opinion: '证明看不清，请重新上传', hours: 3 }] },
  { field: 'ethnicityCode', said: '随母亲更改民族，附批复', course: [YES] },
  { field: 'formerName', said: '补登曾用名', course: [{ action: 'withdraw', opinion: '填错了', hours: 2 }] },
]
const [CASES, WHOLE, SYNC_OPEN] = [24, 150, 3]
const isProven = (field: string): boolean => field !== 'formerName'

/** Requests in every state, corrections of the office, three of them still to be marked nationally, and a check that is open. */
export default (async (db, { students }) => {
  const pupils = (await demoPupils(db)).filter(p => p.hasAccount && !p.isOwn).toSorted((a, b) => Number(b.isNear) - Number(a.isNear))
  const total = Math.min(pupils.length, sized(students, WHOLE, CASES))
  const step = Math.max(1, Math.floor(pupils.length / total))
  const near = pupils.filter(p => p.isNear).slice(0, REQUESTS.length)
  const chosen = [...near, ...pupils.filter((p, n) => !p.isNear && n % step === 0)].slice(0, total)
  const rows = new Map((await db.unscoped(student).all({ id: chosen.map(p => p.id) })).map(s => [s.id, s]))
  const found = chosen.flatMap(p => rows.get(p.id) ?? [])
  await requests(db, found.slice(0, CASES))
  await corrections(db, found.slice(CASES))
  await db.updateWhere(
    infoChange,
    sql`t.national_sync = 'todo' and t.id not in (select i.id from info_change i where i.tenant_id = ${db.me.tenantId} and i.national_sync = 'todo' order by i.created_at desc limit ${SYNC_OPEN})`,
    { nationalSync: 'done' },
    { history: false },
  )
  await check(db)
}) satisfies Demo

function wanted(row: Student, field: (typeof REQUESTS)[number]['field']): string {
  if (field === 'ethnicityCode') return row.ethnicityCode === '01' ? '06' : '01'
  if (field === 'politicalCode') return row.politicalCode === '02' ? '03' : '02'
  const [surname = '', ...given] = row.name
  return surname + (given.join('') === '子涵' ? '梓涵' : '子涵')
}
const itemOf = (row: Student, field: (typeof REQUESTS)[number]['field']) => JSON.stringify([{ field, old: standingOf({ ...row }, field), new: wanted(row, field) }])
const placeOf = ({ id, departmentId, classId }: Student) => ({ studentId: id, departmentId, classId })

async function requests(db: Db, rows: readonly Student[]): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  const paper = await drawn(480, 640, '<rect width="480" height="640" fill="#f7f2e6"/><text x="60" y="120" font-size="44" fill="#7a1f1f">居民户口簿</text>')
  const past: PastCase[] = []
  for (const [n, row] of rows.entries()) {
    const { field, said, course } = REQUESTS[n % REQUESTS.length] ?? REQUESTS[0] ?? { field: 'name', said: '', course: 'open' }
    const mode = field === 'name' || field === 'ethnicityCode' ? ('locked' as const) : ('approve' as const)
    const startedAt = moment(-3 - (n % 9), '10:20')
    const made = await db.insert(infoChange, {
      ...placeOf(row),
      ...(course === 'open' ? {} : { createdAt: startedAt }),
      fields: [field],
      items: itemOf(row, field),
      mode,
      reason: said,
      state: 'pending',
      proofs: [],
    })
    const proof = isProven(field) && officer ? await demoFile(db, infoChange, made.id, { name: '户口簿.jpg', content: paper, field: 'proofs', ownerId: officer.id }) : null
    const change = proof ? await db.update(infoChange, made.id, { proofs: [proof] }) : made
    if (course === 'open') await submit({ db, me: db.me, lang: 'zh-cn' }, infoSubject, change)
    else past.push({ row: change, startedAt, decisions: course })
  }
  await makePast(db, infoSubject, past)
}
/** What the office put right last year, entered at once. */
async function corrections(db: Db, rows: readonly Student[]): Promise<void> {
  const drafts = rows.map((row, n) => {
    const at = moment(-20 - n, '15:30')
    const items = JSON.stringify([{ field: 'enrolDate', old: row.enrolDate && addDays(row.enrolDate, 1), new: row.enrolDate }])
    return {
      ...{
        ...placeOf(row),
        fields: ['enrolDate' as const],
        items,
        mode: 'locked' as const,
        reason: '按录取名册更正入学日期',
        state: 'approved' as const,
        applyWay: 'office' as const,
      },
      ...{ nationalSync: 'done' as const, effectiveAt: at, createdAt: at, proofs: [] },
    }
  })
  await db.insertMany(infoChange, drafts, { history: false })
}
/** Of a hundred students so many have answered. */
const ANSWERED = 78
async function check(db: Db): Promise<void> {
  const [officer, own] = [await demoAccount(db, 'officer'), await demoAccount(db, 'student')]
  if (!officer) return
  const round = await db.insert(infoCheck, {
    ...{
      processType: 'infoCheck',
      name: `${day(0).slice(0, 4)} 年信息核对`,
      audience: { roles: ['student'] },
      beginTime: moment(-6, '08:00'),
      endTime: schoolInstant(day(8), '20:00'),
    },
    ...{ state: 'published', publishedAt: moment(-6, '08:00'), ownerDepartmentId: officer.departmentId },
    publisher: { userId: officer.id, departmentId: officer.departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
  })
  const n = sql`(('x' || substr(md5(s.id::text || 'check'), 1, 6))::bit(24)::int % 100)`
  const isAsked = sql`exists (select from info_change i where i.tenant_id = s.tenant_id and i.student_id = s.id and i.state in ('pending', 'returned'))`
  await db.insertFrom(
    infoCheckLine,
    {
      ...{ infoCheckId: sql`${round.id}::uuid`, studentId: sql`s.id`, departmentId: sql`s.department_id`, classId: sql`s.class_id`, recordVersion: sql`s.version` },
      result: sql`case when ${isAsked} then 'changed' else 'correct' end`,
      confirmedAt: sql`${moment(-6, '08:30')}::timestamptz + (${n} % 6) * interval '1 day' + (${n} * 31 % 800) * interval '1 minute'`,
    },
    sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status = 'active' and ${n} < ${ANSWERED} and s.id <> ${own?.studentId}::uuid`,
    { history: false },
  )
  const phone = own?.studentId ? (await db.unscoped(student).one(own.studentId)).phone : null
  if (own && phone) await setProvedMobile(db, own.id, phone)
}
