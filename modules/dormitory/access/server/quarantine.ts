import sql, { empty } from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { student } from '#modules/student/model/student.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { accessEvent, accessPerson } from '../model/access-event.ts'
import { correctTime, quarantineList, remap } from '../model/device-actions.ts'
import { SKEW_MS } from '../model/intake.ts'
import { follow, QUARANTINE, RELEASED, whoIs } from './ingest-passages.ts'

const MOST = 500
const list = handle(quarantineList, ({ db }, { reason }) =>
  db.query(sql`select q.quarantine as reason, case when q.quarantine = 'unknownPerson' then q.person_no end as "personNo", q.device_code as "deviceCode", d.name as "deviceName",
      count(*)::int as count, min(q.event_at) as "firstAt", max(q.event_at) as "lastAt"
    from (select * from access_event where tenant_id = ${db.me.tenantId} and quarantine is not null ${reason ? sql`and quarantine = ${reason}` : empty} order by event_at desc limit 20000) q
      left join access_device d on d.tenant_id = q.tenant_id and d.id = q.device_id
    group by 1, 2, 3, 4 order by max(q.event_at) desc limit ${MOST}`),
)
/** 20-DA3: releases records of person numbers that are now mapped. Other problems of a record stay. */
export async function release(db: Db, personNos: readonly string[]): Promise<number> {
  const { tenantId } = db.me
  const from = sql`(select o.id, coalesce(m.student_id, s.id) as student_id, ${QUARANTINE(sql`o.device_id`, sql`o.event_at`)} as quarantine from access_event o ${whoIs(tenantId, sql`o.person_no`)}
    where o.tenant_id = ${tenantId} and o.quarantine is not null and o.person_no = any(${[...personNos]}::text[])) x`
  const whose = { studentId: sql`x.student_id`, quarantine: sql`x.quarantine` }
  const released = await db.updateWhere(accessEvent, sql`t.id = x.id and x.quarantine is distinct from t.quarantine`, whose, { from, returning: RELEASED, history: false })
  await follow(db, released)
  return released.filter(r => !r.quarantine).length
}
const mapped = handle(remap, async ({ db, refuse }, { personNo, studentId, note }) => {
  await db.visibleFor(student, 'student:student:list').one(studentId)
  const own = await db.unscoped(student).find({ studentNo: personNo }) // a number belongs to one person, whatever the reader's scope
  if (own && own.id !== studentId) refuse('isStudentNo', { personNo, name: own.name }, 'personNo')
  const made = await db.insertOrSkip(accessPerson, { personNo, studentId, note: note ?? null })
  if (!made) {
    const [holder] = await holders(db, [personNo])
    if (holder?.studentId !== studentId) refuse('taken', { personNo, name: holder?.name ?? '—' }, 'personNo')
  }
  return { released: await release(db, [personNo]) }
})
const holders = (db: Db, personNos: readonly string[]): Promise<Array<{ studentId: string; name: string }>> =>
  db.query(sql`select p.student_id as "studentId", s.name from access_person p join student s on s.tenant_id = p.tenant_id and s.id = p.student_id
    where p.tenant_id = ${db.me.tenantId} and p.person_no = any(${[...personNos]}::text[])`)

/** Corrects all records of a device by a constant offset; the original time is kept in the record. */
const corrected = handle(correctTime, async ({ db, refuse }, { deviceCode, minutes }) => {
  const { tenantId } = db.me
  const own = sql`quarantine = 'futureTime' and device_code = ${deviceCode}`
  const [latest] = await db.query<{ at: string | null }>(
    sql`select max(event_at) - make_interval(mins => ${minutes}) as at from access_event where tenant_id = ${tenantId} and ${own}`,
  )
  if (!latest?.at) return refuse('none', { deviceCode }, 'deviceCode')
  if (Date.parse(latest.at) > Date.now() + SKEW_MS) refuse('stillFuture', { minutes, at: schoolTimeText(latest.at) }, 'minutes')
  const isTeacher = sql`exists (select from teacher x where x.tenant_id = ${tenantId} and x.staff_no = t.person_no)`
  const right = {
    reportedAt: sql`t.event_at`,
    eventAt: sql`t.event_at - make_interval(mins => ${minutes})`,
    quarantine: sql`case when t.student_id is null and not ${isTeacher} then 'unknownPerson' end`,
  }
  const released = await db.updateWhere(accessEvent, own, right, { returning: RELEASED, history: false })
  await follow(db, released)
  return { released: released.length }
})
const refuseTaken = async ({ db }: Pick<Ctx, 'db'>, draft: { personNo?: string; studentId?: string }): Promise<void> => {
  const [holder] = await holders(db, [draft.personNo ?? ''])
  if (holder && holder.studentId !== draft.studentId) throw refusalOf(accessPerson, 'taken', { personNo: draft.personNo, name: holder.name }, 'personNo')
}
export default [
  list,
  mapped,
  corrected,
  rules(accessPerson, { add: refuseTaken, added: async ({ db }, row) => void (await release(db, [row.personNo])) }),
  importRules(accessPerson, {
    async written(db, { rows }) {
      const fresh = await db.query<{ no: string }>(sql`select person_no as no from ${rows} s where _new`)
      await release(
        db,
        fresh.map(f => f.no),
      )
    },
  }),
]
