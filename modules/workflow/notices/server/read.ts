import sql, { empty } from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { type NoticeLevel, noticePeople, runningNotices } from '../model/notice.ts'
import { columnsFor } from '../model/notice-columns.ts'
import { readable } from './reader.ts'

const SIZE = 20
const running = handle(runningNotices, async ctx => {
  const { db, me } = ctx
  const rows = await db.query<{ id: string; title: string; level: NoticeLevel; beginAt: string; endAt: string; workdays: number; count: number; mine: number }>(sql`
    select n.id, n.title, n.level, n.begin_at as "beginAt", n.end_at as "endAt", n.workdays, count(*)::int as count, (count(*) filter (where l.student_id = ${me.studentId}::uuid or l.user_id = ${me.userId}::uuid))::int as mine
    from public_notice n join public_notice_line l on l.tenant_id = n.tenant_id and l.notice_id = n.id
    where n.tenant_id = ${me.tenantId} and ${await readable(ctx)} group by n.id, n.title, n.level, n.begin_at, n.end_at, n.workdays order by n.end_at, n.id`)
  return rows.map(row => ({ ...row, beginAt: new Date(row.beginAt).toISOString(), endAt: new Date(row.endAt).toISOString() }))
})
interface ShownLine {
  id: string
  shown: Record<string, string>
  isMine: boolean
  total: number
}
/** The reader's own line first. The search covers only shown columns, so that it cannot probe hidden values. */
const people = handle(noticePeople, async (ctx, { noticeId, keyword, current }) => {
  const { db, me, lang } = ctx
  const may = await readable(ctx)
  const [notice] = await db.query<{ title: string; endAt: string; columns: string[]; bizType: string }>(sql`
    select n.title, n.end_at as "endAt", n.columns, l.biz_type as "bizType" from public_notice n join public_notice_line l on l.tenant_id = n.tenant_id and l.notice_id = n.id
    where n.tenant_id = ${me.tenantId} and n.id = ${noticeId} and ${may} limit 1`)
  if (!notice) throw notFound()
  const like = keyword?.trim() ? sql` and exists (select from jsonb_each_text(l.shown) v where position(lower(${keyword.trim()}) in lower(v.value)) > 0)` : empty
  const rows =
    await db.query<ShownLine>(sql`select l.id, l.shown, coalesce(l.student_id = ${me.studentId}::uuid or l.user_id = ${me.userId}::uuid, false) as "isMine", (count(*) over ())::int as total
    from public_notice n join public_notice_line l on l.tenant_id = n.tenant_id and l.notice_id = n.id
    where n.tenant_id = ${me.tenantId} and n.id = ${noticeId} and ${may}${like} order by 3 desc, l.created_at, l.id limit ${SIZE} offset ${((current ?? 1) - 1) * SIZE}`)
  const labels = columnsFor(notice.bizType)
  return {
    title: notice.title,
    endAt: new Date(notice.endAt).toISOString(),
    columns: notice.columns.map(key => ({ key, label: translate(lang, labels[key] ?? key) })),
    total: rows[0]?.total ?? 0,
    size: SIZE,
    lines: rows.map(row => ({ id: row.id, values: notice.columns.map(key => row.shown[key] ?? ''), isMine: row.isMine })),
  }
})
export default [running, people]
