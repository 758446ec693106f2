import sql from 'sql-template-tag'
import { entityNamed, hasEntity, isUuid, permissionKey } from '#model'
import { numberAs } from '#model/print-layout.ts'
import { today } from '../base/today.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Db } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'
import { mask } from '../data/mask.ts'
import { notFound } from '../data/rows.ts'
import { translate } from '../i18n/translate.ts'
import { audit } from '../records/verbs.ts'
import type { Template } from './templates.ts'
import { printRefusal } from './texts.ts'

/** An issued document and its number. */
export interface Issue {
  id: string
  bizId: string
  issueNo: string
}
const NOT_MADE = '没有印成'
/** A holder's name as the check page shows it. */
export const HOLDER_MASK = { kind: 'text', label: '', options: { mask: 'name' } } as const

/** Assigns the next numbers of a template. The counter row stays locked until the register rows are inserted, so that numbers are unique. `keep` saves them in the same
 *  transaction. */
export async function giveNumbers(
  { db, me }: KernelCtx,
  template: Template,
  rows: ReadonlyArray<{ id: string; holder: string }>,
  keep?: (db: Db, given: Issue[]) => Promise<void>,
): Promise<Issue[]> {
  const year = Number(today().slice(0, 4))
  const { numbering } = template
  return db.tx(async inside => {
    const taken = await inside.query<{
      last: number
    }>(sql`insert into print_sequence (tenant_id, template_id, year, last) values (${me.tenantId}, ${template.id}, ${numbering.restart === 'year' ? year : 0}, ${rows.length})
      on conflict (tenant_id, template_id, year) do update set last = print_sequence.last + excluded.last returning last`)
    const first = (taken[0]?.last ?? 0) - rows.length + 1
    if (template.isOnce) await refuseSecond(inside, template, rows)
    const issues = rows.map(({ id, holder }, i) => ({
      id: uuidv7(),
      bizId: id,
      issueNo: numberAs(numbering, year, first + i),
      holder: mask(HOLDER_MASK, holder) ?? '',
    }))
    await inside.query(sql`insert into print_issue (tenant_id, id, template_id, template_version, biz_type, biz_id, issue_no, holder, issued_by)
      select ${me.tenantId}, x.id, ${template.id}, ${template.edition}, ${template.entity}, x."bizId", x."issueNo", x.holder, ${me.userId}
      from jsonb_to_recordset(${JSON.stringify(issues)}) x(id uuid, "bizId" uuid, "issueNo" text, holder text)`)
    const given = issues.map(({ id, bizId, issueNo }) => ({ id, bizId, issueNo }))
    await keep?.(inside, given)
    return given
  })
}
/** The caller holds the counter: of two who print the same row at once, the second finds the number of the first. */
async function refuseSecond(db: Db, template: Template, rows: ReadonlyArray<{ id: string; holder: string }>): Promise<void> {
  const [found] = await db.query<{ bizId: string; issueNo: string }>(sql`select biz_id as "bizId", issue_no as "issueNo" from print_issue
    where tenant_id = ${db.me.tenantId} and biz_type = ${template.entity} and biz_id = any(${rows.map(r => r.id)}::uuid[]) and (made_at is not null or revoked_at is null) limit 1`)
  if (found) throw printRefusal('once', { holder: rows.find(r => r.id === found.bizId)?.holder ?? '', issueNo: found.issueNo }, 422, 'ids')
}
/** Marks documents as issued. With `replace`, earlier documents of the same rows and template are marked as replaced. */
export async function markMade({ db, me }: KernelCtx, template: Template, issues: readonly Issue[], fileId: string, replace: boolean): Promise<void> {
  const ids = issues.map(i => i.id)
  await db.tx(async inside => {
    await inside.query(sql`update print_issue set made_at = now(), file_id = ${fileId} where tenant_id = ${me.tenantId} and id = any(${ids}::uuid[])`)
    if (!replace) return
    await inside.query(sql`update print_issue o set replaced_by = n.id from print_issue n
      where n.tenant_id = ${me.tenantId} and n.id = any(${ids}::uuid[]) and o.tenant_id = n.tenant_id and o.template_id = ${template.id} and o.biz_id = n.biz_id
        and not o.id = any(${ids}::uuid[]) and (o.issued_at, o.id) < (n.issued_at, n.id) and o.made_at is not null and o.revoked_at is null and o.replaced_by is null`)
  })
}
/** Numbers without a document stay in the register, voided. */
export async function markVoid({ db, me }: KernelCtx, issues: readonly Issue[]): Promise<void> {
  await db.query(
    sql`update print_issue set revoked_at = now(), revoke_reason = ${NOT_MADE} where tenant_id = ${me.tenantId} and id = any(${issues.map(i => i.id)}::uuid[]) and made_at is null`,
  )
}
/** SQL: validity of a document; `i` is its row. */
export const STATE = sql`case when i.revoked_at is not null then 'revoked' when i.replaced_by is not null then 'replaced' else 'valid' end`

interface Issued {
  id: string
  templateCode: string
  templateName: string
  edition: number
  issueNo: string
  state: 'revoked' | 'replaced' | 'valid'
  issuedAt: string
  issuedByName: string
  revokedAt: string | null
  revokeReason: string | null
  replacedByNo: string | null
  fileId: string | null
}
/** Documents issued for a row, newest first; the caller must be able to see the row. */
export async function issuesOf(ctx: KernelCtx, bizType: string, bizId: string): Promise<Issued[]> {
  await mustSee(ctx, bizType, bizId)
  const rows = await ctx.db.query<Issued>(sql`
    select i.id, t.code as "templateCode", t.name as "templateName", i.template_version as edition, i.issue_no as "issueNo", ${STATE} as state, i.issued_at as "issuedAt", coalesce(u.nick_name, '') as "issuedByName",
      i.revoked_at as "revokedAt", i.revoke_reason as "revokeReason", n.issue_no as "replacedByNo", case when i.issued_by = ${ctx.me.userId} then i.file_id end as "fileId"
    from print_issue i join print_template t on t.tenant_id = i.tenant_id and t.id = i.template_id
    left join sys_user u on u.tenant_id = i.tenant_id and u.id = i.issued_by left join print_issue n on n.tenant_id = i.tenant_id and n.id = i.replaced_by
    where i.tenant_id = ${ctx.me.tenantId} and i.biz_type = ${bizType} and i.biz_id = ${bizId} and (i.made_at is not null or i.revoked_at is not null)
    order by i.issued_at desc, i.issue_no desc limit 200`)
  return rows.map(row => ({ ...row, templateName: translate(ctx.lang, row.templateName), revokeReason: row.revokeReason && translate(ctx.lang, row.revokeReason) }))
}
async function mustSee(ctx: KernelCtx, bizType: string, bizId: string): Promise<void> {
  if (!hasEntity(bizType) || !isUuid(bizId)) throw notFound()
  const e = entityNamed(bizType)
  if (!(await ctx.db.visibleFor(e, permissionKey(e, 'list')).count({ id: bizId } as never))) throw notFound()
}

/** Voids a document; the check page reports it from now on. */
export async function revoke(ctx: KernelCtx, id: string, reason: string): Promise<void> {
  const why = reason.trim().slice(0, 200)
  if (!why) throw printRefusal('noReason', {}, 422, 'reason')
  const { db, me } = ctx
  const found = isUuid(id)
    ? await db.query<{ bizType: string; bizId: string; issueNo: string }>(
        sql`select biz_type as "bizType", biz_id as "bizId", issue_no as "issueNo" from print_issue where tenant_id = ${me.tenantId} and id = ${id} and made_at is not null`,
      )
    : []
  if (!found[0]) throw notFound()
  const { bizType, bizId, issueNo } = found[0]
  await mustSee(ctx, bizType, bizId)
  const done = await db.query(sql`update print_issue set revoked_at = now(), revoked_by = ${me.userId}, revoke_reason = ${why}
    where tenant_id = ${me.tenantId} and id = ${id} and revoked_at is null and replaced_by is null returning 1 as done`)
  if (!done.length) throw printRefusal('ended', { issueNo }, 409)
  await audit(ctx, 'print.revoke', bizType, bizId, { issueNo, reason: why })
}
