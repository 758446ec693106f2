import sql, { type Sql } from 'sql-template-tag'
import { student } from '#modules/student/model/student.ts'
import { setting } from '#modules/system/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { ownReadingsOf } from '#server/extensions/own-readings.ts'
import { translate } from '#server/i18n/translate.ts'
import { readersOf, readersOfMe } from '../model/actions.ts'
import { actionName } from './names.ts'

const MOST = 500
const READINGS = ['reveal', 'export', 'print']
interface Reading {
  id: string
  at: string
  action: string
  bizType: string | null
  name: string | null
  department: string | null
  reason: string | null
  traceId: string | null
  userId: string | null
}
/** Audited reads of one student, directly or in a list, newest first. */
const readings = (db: Db, studentId: string, but: Sql): Promise<Reading[]> =>
  db.query<Reading>(sql`
    select a.id, a.at, a.action, a.biz_type as "bizType", u.nick_name as name, d.name as department, a.detail->>'reason' as reason, a.trace_id as "traceId", a.user_id as "userId"
    from audit_log a left join sys_user u on u.tenant_id = a.tenant_id and u.id = a.user_id left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where a.tenant_id = ${db.me.tenantId} and a.action = any(${READINGS}) and ${but}
      and (a.biz_type = 'student' and a.biz_id = ${studentId} or a.id in (select s.audit_id from audit_subject s where s.tenant_id = ${db.me.tenantId} and s.student_id = ${studentId}))
    order by a.at desc limit ${MOST}`)
const shown = (ctx: Ctx, r: Reading, who: string | null) => ({ at: r.at, action: r.action, actionName: actionName(ctx.lang, r.action, r.bizType), who, reason: r.reason })

export default [
  handle(readersOf, async (ctx, { studentId }) => {
    await ctx.db.visible(student).one(studentId)
    const rows = await readings(ctx.db, studentId, sql`true`)
    return rows.map(r => ({ id: r.id, ...shown(ctx, r, [r.name, r.department].filter(Boolean).join(' · ')), bizType: r.bizType, traceId: r.traceId }))
  }),
  handle(readersOfMe, async ctx => {
    const { studentId, userId } = ctx.me
    const shows = await setting<string>(ctx.db, 'audit', 'showReaders')
    if (!studentId || shows === 'off') return []
    const who = (name: string | null, department: string | null) => (shows === 'name' ? [name, department].filter(Boolean).join(' · ') : department)
    const rows = (await readings(ctx.db, studentId, sql`a.user_id is distinct from ${userId}`)).map(r => shown(ctx, r, who(r.name, r.department)))
    const others = (await ownReadingsOf(ctx.db, studentId, MOST)).filter(r => r.userId !== userId)
    const people = await ctx.db.query<{ id: string; name: string; department: string | null }>(sql`select u.id, u.nick_name as name, d.name as department from sys_user u
      left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id where u.tenant_id = ${ctx.db.me.tenantId} and u.id = any(${[...new Set(others.flatMap(r => r.userId ?? []))]}::uuid[])`)
    const byId = new Map(people.map(p => [p.id, p]))
    const told = others.map(({ at, userId: by, what }) => {
      const reader = by ? byId.get(by) : undefined
      return { at, action: 'reveal', actionName: translate(ctx.lang, what), who: reader ? who(reader.name, reader.department) : null, reason: null }
    })
    return [...rows, ...told].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, MOST)
  }),
]
