import sql from 'sql-template-tag'
import { factsIn } from '#flow/index.ts'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf, currentOf } from '#modules/campus/server/api.ts'
import { knownFacts } from '#modules/workflow/server/api.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { DEFAULT_CONDITIONS, registrationBatch } from '../model/batch.ts'
import { registrationRecord } from '../model/record.ts'

/** Of a hundred students: registered, then deferred; the rest is not registered, some with a reason. */
const [REGISTERED, DEFERRED] = [960, 975]

/** The current term, registered at 96 %, with its last days still open. */
export default (async db => {
  const officer = await demoAccount(db, 'officer')
  const term = currentOf(await calendarOf(db))
  if (!officer || !term) return
  const known = new Set((await knownFacts(db)).map(f => f.name))
  const batch = await db.insert(registrationBatch, {
    ...{ processType: 'registration', name: `${term.name}注册`, xn: term.xn, xqM: term.xqM, audience: { roles: ['student'] }, selfAllowed: true },
    ...{ beginTime: moment(-20, '08:00'), endTime: schoolInstant(day(9), '20:00'), state: 'published', publishedAt: moment(-20, '08:00'), deferTo: addDays(day(9), 30) },
    ownerDepartmentId: officer.departmentId,
    conditions: DEFAULT_CONDITIONS.filter(c => factsIn(c.when).every(f => known.has(f))),
    publisher: { userId: officer.id, departmentId: officer.departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
  })
  const drawn = sql`(('x' || substr(md5(s.id::text), 1, 6))::bit(24)::int % 1000)`
  const at = sql`(${moment(-19, '08:10')}::timestamptz + (${drawn} % 17) * interval '1 day' + (${drawn} * 37 % 540) * interval '1 minute')`
  const isOwn = sql`exists (select from sys_user u where u.tenant_id = s.tenant_id and u.student_id = s.id and u.user_name = 'student')`
  const state = sql`case when s.status <> 'active' then 'exempt' when ${drawn} < ${REGISTERED} then 'registered' when ${drawn} < ${DEFERRED} then 'deferred' else 'unregistered' end`
  await db.insertFrom(
    registrationRecord,
    {
      ...{ batchId: sql`${batch.id}::uuid`, studentId: sql`s.id`, departmentId: sql`s.department_id`, classId: sql`s.class_id`, state },
      at: sql`case when s.status = 'active' and ${drawn} < ${REGISTERED} then ${at} end`,
      method: sql`case when s.status = 'active' and ${drawn} < ${REGISTERED} then case ${drawn} % 7 when 0 then 'scan' when 1 then 'staff' else 'self' end end`,
      deferUntil: sql`case when s.status = 'active' and ${drawn} >= ${REGISTERED} and ${drawn} < ${DEFERRED} then ${day(3)}::date + ${drawn} % 25 end`,
      deferReason: sql`case when s.status = 'active' and ${drawn} >= ${REGISTERED} and ${drawn} < ${DEFERRED} then '在外地实习，返校后注册' end`,
      triedAt: sql`case when s.status = 'active' and ${drawn} >= ${DEFERRED} then ${at} end`,
      blockedBy: sql`case when s.status = 'active' and ${drawn} >= ${DEFERRED} then '本学年费用已缴或已落实' end`,
    },
    sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status in ('active', 'suspended', 'retained') and not ${isOwn}`,
    { history: false },
  )
}) satisfies Demo
