import sql from 'sql-template-tag'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { HANDLERS, type HandlerRole, publicNotice, publicNoticeLine } from '../model/notice.ts'
import { columnsFor } from '../model/notice-columns.ts'
import { objection, objectionHearing, objectionsToHear } from '../model/objection.ts'
import { isHandler } from './handlers.ts'
import { targetText } from './lines.ts'

const MOST = 200
interface People {
  claimant: string | null
  handler: string | null
}
/** 40-N3: the only action that returns the objector's identity. */
const hearing = handle(objectionHearing, async ({ db, me, lang, refuse }, { id }) => {
  const row = await db.visible(objection).with('claimantId', 'contact', 'files').one(id)
  if (!isHandler(me, row)) refuse('notHandler', { role: translate(lang, HANDLERS[row.handlerRole]) })
  const [notice, line] = await Promise.all([db.unscoped(publicNotice).one(row.noticeId), db.unscoped(publicNoticeLine).one(row.lineId)]) // the files of the objection the caller handles
  const [people] =
    await db.query<People>(sql`select (select concat_ws(' ', u.nick_name, coalesce(c.name, d.name)) from sys_user u left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id
        left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where u.tenant_id = ${me.tenantId} and u.id = ${row.claimantId}) as claimant,
      (select nick_name from sys_user where tenant_id = ${me.tenantId} and id = ${row.handlerId}) as handler`)
  const labels = columnsFor(line.bizType)
  return {
    id: row.id,
    noticeTitle: notice.title,
    target: (notice.columns ?? []).map(key => ({ label: translate(lang, labels[key] ?? key), value: line.shown?.[key] ?? null })),
    claimant: people?.claimant ?? null,
    contact: row.contact,
    grounds: row.grounds,
    files: row.files ?? [],
    raisedAt: row.raisedAt,
    dueOn: row.dueOn,
    state: row.state,
    answer: row.answer,
    handler: people?.handler ?? null,
    canDecide: row.state === 'open' && row.claimantId !== me.userId,
  }
})
const toHear = handle(objectionsToHear, async ({ db, me }) => {
  const roles = (Object.keys(HANDLERS) as HandlerRole[]).filter(handlerRole => isHandler(me, { handlerRole }))
  const rows = await db.visible(objection).all({ handlerRole: roles, state: 'open' }, { sort: ['dueOn'], limit: MOST })
  const named = await targetsOf(
    db,
    rows.map(r => r.id),
  )
  return rows.map(({ id, raisedAt, dueOn, state }) => ({ id, raisedAt, dueOn, state, noticeTitle: named.get(id)?.title ?? '', target: named.get(id)?.target ?? '' }))
})
interface Named {
  title: string
  target: string
}
async function targetsOf(db: Db, ids: readonly string[]): Promise<Map<string, Named>> {
  const found = await db.query<{ id: string; title: string; columns: string[]; shown: Record<string, string> }>(sql`select o.id, n.title, n.columns, l.shown from objection o
    join public_notice n on n.tenant_id = o.tenant_id and n.id = o.notice_id join public_notice_line l on l.tenant_id = o.tenant_id and l.id = o.line_id
    where o.tenant_id = ${db.me.tenantId} and o.id = any(${[...ids]}::uuid[])`)
  return new Map(found.map(({ id, title, columns, shown }) => [id, { title, target: targetText(columns, shown) }]))
}
/** Notice title and person for lists, without the objector. */
const about = compute(objection, ['noticeTitle', 'target'], async ({ db }: Ctx, rows) => {
  const named = await targetsOf(
    db,
    rows.map(r => r.id),
  )
  for (const row of rows) Object.assign(row, { noticeTitle: named.get(row.id)?.title ?? null, target: named.get(row.id)?.target ?? null })
})
const open = compute(publicNotice, ['openObjections'], async ({ db }: Ctx, rows) => {
  const ids = rows.map(r => r.id)
  const found = await db.query<{ id: string; count: number }>(
    sql`select notice_id as id, count(*)::int as count from objection where tenant_id = ${db.me.tenantId} and notice_id = any(${ids}::uuid[]) and state = 'open' group by 1`,
  )
  for (const row of rows) Object.assign(row, { openObjections: found.find(f => f.id === row.id)?.count ?? 0 })
})
export default [hearing, toHear, about, open]
