import sql from 'sql-template-tag'
import { entityNamed, hasEntity, type OutputOf, trim } from '#model'
import { handle, type Lang } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { likePattern } from '#server/data/where.ts'
import { translate } from '#server/i18n/translate.ts'
import { myDocuments, myExports, myImports, myUploads } from '../model/own.ts'

interface Stored {
  id: string
  fileId: string | null
  name: string
  size: number | null
  about: string | null
  state: string | null
  createdAt: string
  expiresAt: string | null
}
const MOST = 200
const named = (lang: Lang, rows: readonly Stored[]): Stored[] =>
  rows.map(r => ({ ...r, about: r.about && hasEntity(r.about) ? translate(lang, entityNamed(r.about).label) : null }))

/** Prints about the caller's student record or account. */
const documents = handle(myDocuments, async ({ db, me, lang }) => {
  const rows =
    await db.query<Stored>(sql`select i.id, i.file_id as "fileId", t.name || ' ' || i.issue_no as name, a.size::int as size, i.biz_type as about, case when i.revoked_at is null then null else 'revoked' end as state,
      i.issued_at as "createdAt", null::timestamptz as "expiresAt"
    from print_issue i join print_template t on t.tenant_id = i.tenant_id and t.id = i.template_id left join attachment a on a.tenant_id = i.tenant_id and a.id = i.file_id
    where i.tenant_id = ${me.tenantId} and i.made_at is not null and ((i.biz_type = 'student' and i.biz_id = ${me.studentId}::uuid) or (i.biz_type = 'teacher' and i.biz_id = ${me.teacherId}::uuid))
    order by i.issued_at desc limit ${MOST}`)
  // the file belongs to whoever printed it; the subject sees that it exists and whether it is valid
  return named(
    lang,
    rows.map(r => ({ ...r, fileId: null })),
  )
})
/** P7: uploads older than two years are shown on request or found by name. */
const uploads = handle(myUploads, async ({ db, me, lang }, { keyword, archived }) => {
  const words = keyword ? trim(keyword).toLowerCase() : ''
  const age = archived ? sql`a.created_at < now() - interval '2 years'` : words ? sql`true` : sql`a.created_at >= now() - interval '2 years'`
  const rows = await db.query<Stored>(sql`select a.id, a.id as "fileId", a.name, a.size::int as size, a.biz_type as about, null as state, a.created_at as "createdAt",
      case when a.biz_id is null then coalesce(a.expires_at, a.created_at + interval '24 hours') else a.expires_at end as "expiresAt"
    from attachment a where a.tenant_id = ${me.tenantId} and a.owner_id = ${me.userId} and a.biz_type is distinct from 'importJob' and a.biz_type is distinct from 'exportJob' and a.biz_type is distinct from 'avatar'
      and ${age} and lower(a.name) like ${likePattern(words)} order by a.created_at desc limit ${MOST}`)
  return named(lang, rows)
})
const exports = handle(myExports, async ({ db, me, lang }) => {
  const rows =
    await db.query<Stored>(sql`select j.id, case when j.state = 'done' and j.expires_at > now() then j.file_id end as "fileId", j.file_name as name, a.size::int as size, j.entity as about, j.state,
      j.started_at as "createdAt", j.expires_at as "expiresAt"
    from export_job j left join attachment a on a.tenant_id = j.tenant_id and a.id = j.file_id
    where j.tenant_id = ${me.tenantId} and j.started_by = ${me.userId} and j.started_at > now() - interval '7 days' order by j.started_at desc limit ${MOST}`)
  return named(lang, rows)
})
type Imported = OutputOf<typeof myImports>['result'][number]
const imports = handle(myImports, async ({ db, me, lang }, { current, size }) => {
  const page = askedPage({ current, size })
  const own = sql`from import_job j where j.tenant_id = ${me.tenantId} and j.started_by = ${me.userId}`
  const rows = await db.query<Imported>(sql`select j.id, j.file_name as name, j.entity as about, j.state, j.total, case when j.state = 'done' then j.to_add else 0 end as added,
    case when j.state = 'done' then j.to_change else 0 end as changed, j.bad, j.started_at as "createdAt", j.ended_at as "endedAt" ${own} order by j.started_at desc, j.id ${page.limit}`)
  const [counted] = await db.query<{ n: number }>(sql`select count(*)::int as n ${own}`)
  return { result: rows.map(r => ({ ...r, about: r.about && hasEntity(r.about) ? translate(lang, entityNamed(r.about).label) : null })), page: page.head(counted?.n ?? 0) }
})
export default [documents, uploads, exports, imports]
