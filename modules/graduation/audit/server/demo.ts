import sql from 'sql-template-tag'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { type DemoAccount, demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { graduationAudit } from '../model/audit.ts'
import { graduationBatch } from '../model/batch.ts'
import { graduationItem, graduationMark } from '../model/item.ts'
import { itemsInUse } from './items.ts'
import { recompute } from './judge.ts'
import type { Batch } from './rows.ts'
import { keepTasks } from './tasks.ts'

/** Of a thousand candidates: without a passing academic result, decided by the colleges, and approved. */
const [FAILING, DECIDED, APPROVED] = [27, 550, 250]
/** Of those in the counsellor's classes, one in so many fails, so that the demo's counsellor has somebody to talk to. */
const NEAR_FAILS = 9
const drawn = sql`(('x' || substr(md5(s.id::text || 'graduation'), 1, 6))::bit(24)::int % 1000)`

/** Last year's batch, closed, and this year's, half decided. */
export async function demoAudits(db: Db): Promise<{ closed: Batch; open: Batch } | undefined> {
  const officer = await demoAccount(db, 'officer')
  const [years] = await db.query<{ last: string | null; next: string | null }>(sql`select max(expected_graduation) filter (where status = 'graduated')::text as last,
      min(expected_graduation) filter (where status = 'active' and expected_graduation >= ${day(0)}::date)::text as next
    from student where tenant_id = ${db.me.tenantId} and deleted_at is null`)
  if (!officer || !years?.last || !years.next) return undefined
  await academicResults(db, years.next)
  const closed = await batch(db, officer, years.last, {
    state: 'closed',
    stage: 'closed',
    closedAt: moment(-100, '18:00'),
    beginTime: moment(-200, '08:00'),
    endTime: moment(-120, '18:00'),
  })
  await lastYear(db, closed, officer.id)
  const open = await batch(db, officer, years.next, { state: 'published', stage: 'auditing', beginTime: moment(-20, '08:00'), endTime: moment(25, '18:00') })
  await thisYear(db, open, officer.id)
  return { closed, open }
}
async function batch(db: Db, officer: DemoAccount, certDate: string, more: Partial<Batch> & Pick<Batch, 'beginTime' | 'endTime'>): Promise<Batch> {
  const year = certDate.slice(0, 4)
  const items = (await itemsInUse(db, 'audit')).map(({ code, name, isBlocking }) => ({ code, name, isBlocking }))
  return db.insert(graduationBatch, {
    ...{
      processType: 'graduation',
      name: `${year} 届毕业`,
      certDate,
      includesLate: true,
      items,
      audience: { grades: [Number(year) - 3], roles: ['student'] },
      noticeLevel: 'school',
      noticeWorkdays: 5,
    },
    ...{ ownerDepartmentId: officer.departmentId, publishedAt: more.beginTime, noticeColumns: ['name', 'college', 'className', 'item'] },
    publisher: { userId: officer.id, departmentId: officer.departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
    ...more,
  })
}
/** The import of the teaching office. */
async function academicResults(db: Db, certDate: string): Promise<void> {
  const item = await db.unscoped(graduationItem).find({ use: 'audit', code: 'academic' })
  if (!item) return
  const fails = sql`(${drawn} < ${FAILING} or (s.class_id in ${counselledClasses(db)} and ${drawn} % ${NEAR_FAILS} = 0))`
  await db.insertFrom(
    graduationMark,
    { itemId: sql`${item.id}::uuid`, studentId: sql`s.id`, isMet: sql`not ${fails}`, value: sql`case when ${fails} then '缺 ' || (1 + ${drawn} % 3) || ' 学分' end` },
    sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.has_record and s.expected_graduation <= ${certDate}::date`,
    { history: false },
  )
}
const place = { departmentId: sql`s.department_id`, majorId: sql`s.major_id`, classId: sql`s.class_id`, level: sql`s.level` }
async function lastYear(db: Db, { id, certDate }: Batch, officerId: string): Promise<void> {
  const result = sql`case s.status when 'graduated' then 'graduate' when 'completed' then 'complete' else 'incomplete' end`
  const item = sql`jsonb_build_array(jsonb_build_object('code', 'academic', 'name', '学业成绩', 'need', jsonb_build_object('text', '达标'), 'actual', null, 'pass', s.status = 'graduated', 'blocking', true))`
  await db.insertFrom(
    graduationAudit,
    {
      ...{ batchId: sql`${id}::uuid`, studentId: sql`s.id`, ...place, items: item, missed: sql`case s.status when 'graduated' then 0 else 1 end`, judgedAt: moment(-130, '03:00') },
      ...{ suggest: result, result, resultBy: officerId, state: 'closed', approvedAt: `${certDate}T00:30:00+08:00`, approvedBy: officerId, closedOn: certDate },
    },
    sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status in ('graduated', 'completed', 'incomplete') and s.expected_graduation = ${certDate}::date`,
    { history: false },
  )
}
async function thisYear(db: Db, batch: Batch, officerId: string): Promise<void> {
  await db.insertFrom(
    graduationAudit,
    { batchId: sql`${batch.id}::uuid`, studentId: sql`s.id`, ...place },
    sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.has_record and s.expected_graduation <= ${batch.certDate}::date`,
    { history: false },
  )
  const rows = db.unscoped(graduationAudit).rows() // demo data
  await recompute(db, batch, rows)
  const settle = (below: number, patch: Parameters<typeof db.updateWhere<typeof graduationAudit>>[2]) =>
    db.updateWhere(
      graduationAudit,
      sql`t.batch_id = ${batch.id} and s.tenant_id = t.tenant_id and s.id = t.student_id and ${drawn} between ${FAILING} and ${below} and t.suggest is not null`,
      patch,
      {
        from: sql`student s`,
        history: false,
      },
    )
  await settle(DECIDED, { result: sql`t.suggest`, resultBy: officerId, state: 'decided' })
  await settle(APPROVED, { state: 'approved', approvedAt: moment(-1, '16:00'), approvedBy: officerId })
  await keepTasks(db, batch)
}
