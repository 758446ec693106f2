import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { PRESENT } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { studentOf, studentsOf } from '#modules/student/server/api.ts'
import { application, submit } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { firstPeople, withNote } from '#server/i18n/wording.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { teamSubject } from '../model/flow.ts'
import { dateOf, spanOf } from '../model/half-days.ts'
import { HOLDING, leave } from '../model/leave.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import { applyTeam, checkTeam, leaveTeam } from '../model/team.ts'
import { spanPhrase } from './application.ts'
import { approve } from './approved.ts'
import { outcomeOf } from './outcome.ts'
import { aboutLeave } from './people.ts'
import { numbersOf, typeOf } from './submit.ts'

const MOST_NAMED = 5
interface Clash {
  studentId: string
  leaveNo: string
}
/** Existing leaves that overlap. */
const clashes = (db: Db, ids: readonly string[], startAt: string, endAt: string): Promise<Clash[]> =>
  db.query<Clash>(sql`select distinct on (student_id) student_id as "studentId", leave_no as "leaveNo" from leave where tenant_id = ${db.me.tenantId} and student_id = any(${[...ids]}::uuid[])
    and extends_id is null and state = any(${[...HOLDING]}::text[]) and tstzrange(start_at, end_at) && tstzrange(${startAt}, ${endAt}) order by student_id, start_at`)

const apply = handle(applyTeam, async (ctx, { studentIds, ...given }) => {
  const { db, me } = ctx
  const type = await typeOf(db, given.typeId)
  if (!type.isEnabled) throw refusalOf(leaveTeam, 'typeOff', { name: type.name }, 'typeId')
  if (type.sensitive) throw refusalOf(leaveTeam, 'sensitive', { name: type.name }, 'typeId')
  if (Date.parse(given.endAt) <= Date.parse(given.startAt)) throw refusalOf(leaveTeam, 'order', { from: given.startAt, to: given.endAt }, 'endAt')
  const ids = [...new Set(studentIds)]
  const reached = await db.visible(student).count({ id: ids, status: PRESENT })
  if (reached < ids.length) throw refusalOf(leaveTeam, 'unknown', { count: ids.length - reached }, 'studentIds')
  await refuseClashes(db, ids, given.startAt, given.endAt)
  const { days } = await outcomeOf(db, { studentId: ids[0] ?? '', classId: null, type, startAt: given.startAt, endAt: given.endAt })
  const row = await db.insert(leaveTeam, {
    ...given,
    studentIds: ids,
    teamNo: await serialNo(db, 'TJ', 'leave_no_seq'),
    organiserId: me.userId,
    days,
    studentCount: ids.length,
    state: 'pending',
  })
  await attachFiles(db, leaveTeam, row.id, given)
  const { instanceId } = await submit(ctx, teamSubject, row)
  return { id: row.id, teamNo: row.teamNo, instanceId }
})
async function refuseClashes(db: Db, ids: readonly string[], startAt: string, endAt: string): Promise<void> {
  const found = await clashes(db, ids, startAt, endAt)
  if (!found.length) return
  const students = await studentsOf(
    db,
    found.map(c => c.studentId),
  )
  const names = found.map(c => withNote(students.get(c.studentId)?.name ?? '—', c.leaveNo))
  throw refusalOf(leaveTeam, 'overlap', { names: firstPeople(names, MOST_NAMED) }, 'studentIds')
}
const check = handle(checkTeam, async ({ db }, { studentNos, startAt, endAt }) => {
  const wanted = [...new Set(studentNos.split(/[\s,，、;；]+/).filter(Boolean))].slice(0, 500)
  const rows = wanted.length ? await db.visibleFor(student, 'leave:leaveTeam:apply').all({ studentNo: wanted, status: PRESENT }) : []
  const classes = await db.cached(stuClass)
  const busy =
    startAt && endAt
      ? await clashes(
          db,
          rows.map(r => r.id),
          startAt,
          endAt,
        )
      : []
  const known = new Set(rows.map(r => r.studentNo))
  return {
    students: rows.map(r => ({
      id: r.id,
      studentNo: r.studentNo,
      name: r.name,
      className: classes.get(r.classId ?? '')?.name ?? null,
      clash: busy.find(c => c.studentId === r.id)?.leaveNo ?? null,
    })),
    unknown: wanted.filter(no => !known.has(no)),
  }
})
type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
type Team = Row<typeof leaveTeam>
/** 20-L14: creates one leave per student; those with an overlapping leave by now are skipped. */
async function handOut(acting: Acting, row: Team): Promise<void> {
  const { db } = acting
  const type = await typeOf(db, row.typeId)
  for (const id of [...row.studentIds].sort()) {
    const who = await studentOf(db, id, { lock: true })
    if (!who || (await clashes(db, [id], row.startAt, row.endAt)).length) continue
    const outcome = await outcomeOf(db, { studentId: id, classId: who.classId, type, startAt: row.startAt, endAt: row.endAt })
    const made = await db.insert(leave, {
      leaveNo: await serialNo(db, 'QJ', 'leave_no_seq'),
      studentId: id,
      departmentId: who.departmentId,
      classId: who.classId,
      typeId: row.typeId,
      startAt: row.startAt,
      endAt: row.endAt,
      reason: row.reason,
      leavesCampus: true,
      leavesCity: false,
      contactName: who.emergencyName,
      contactPhone: who.emergencyPhone,
      guardianInformed: true,
      ...numbersOf(outcome),
      applyWay: 'byStaff',
      teamId: row.id,
      state: 'approved',
    })
    await approve(acting, made)
    await notifyAbout(db, LEAVE_MESSAGES.recorded, aboutLeave, [{ row: made, who, more: { by: row.title } }])
  }
}
const kind = application<typeof leaveTeam>(teamSubject, {
  async describe(db, row) {
    const type = await typeOf(db, row.typeId)
    const span = spanOf(row.startAt, row.endAt)
    return {
      applicantId: row.organiserId ?? db.me.userId,
      studentId: null,
      title: { text: '{title}：{n} 人{type}', values: { title: row.title, n: row.studentCount, type: type.name } },
      summary: [spanPhrase(span), { text: '{date} 起 {n} 天', values: { date: dateOf(span.from), n: row.days } }],
      facts: { students: row.studentCount },
    }
  },
  link: row => `/leave/teams?q=${row.teamNo}`,
  onApproved: handOut,
})
export default [apply, check, kind]
