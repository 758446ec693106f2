import sql from 'sql-template-tag'
import { entityNamed, permissionKey } from '#model'
import type { Layout, PaperSize } from '#model/print-layout.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Ctx, Db } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'
import { mask } from '../data/mask.ts'
import { openStore } from '../files/store.ts'
import { translate } from '../i18n/translate.ts'
import { param } from '../params/params.ts'
import { documentsFor } from './build-documents.ts'
import { CHECK_KEY, checkCode, readCheckCode } from './check-code.ts'
import type { PrintDocument } from './document.ts'
import { batchWorkers, fillingFor, mustBePrintable, orderOf, previewOrder } from './fill.ts'
import { HOLDER_MASK } from './register.ts'
import { listTemplates, type Template, templateNamed } from './templates.ts'
import { printRefusal } from './texts.ts'

/** Papers that a module makes and keeps itself, such as letters of admission: numbered by the module, by one edition of the layout, a file of each row and one of all. */
export interface Paper {
  id: string
  issueId: string
  issueNo: string
  holder: string
  pdf: Uint8Array
}

/** The enabled templates of an entity; one of them as it is now. */
export const templatesOf = (ctx: Ctx, entity: string): ReturnType<typeof listTemplates> => listTemplates(ctx as KernelCtx, entity)
export const templateNow = (ctx: Ctx, code: string): Promise<Template> => templateNamed(ctx as KernelCtx, code)
/** A template as it was in one edition. */
export async function templateEdition(ctx: Ctx, code: string, edition: number): Promise<Template> {
  const now = await templateNamed(ctx as KernelCtx, code)
  const [of] = await ctx.db.query<{ name: string; paper: PaperSize; layout: Layout; seal: string[] | null }>(
    sql`select name, paper, layout, seal from print_template_edition where tenant_id = ${ctx.me.tenantId} and template_id = ${now.id} and edition = ${edition}`,
  )
  if (!of) throw printRefusal('unknown', { code }, 404)
  return { ...now, ...of, edition }
}
/** Public address that codes lead to; null where the school has not set one. */
export const checkAddress = async (ctx: Ctx): Promise<string | null> =>
  (await param<string | null>((ctx as KernelCtx).core, ctx.me.tenantId, 'print', 'checkAddress'))?.replace(/\/+$/, '') || null

/** Filled for the rights of `ctx`, unmasked only where its rights are. */
const fill = async (ctx: KernelCtx, template: Template, ids: readonly string[]) =>
  documentsFor(await fillingFor(ctx, await openStore(ctx.core), template, { plain: false, reason: null }), ids)

/** Documents of rows that their owner may read and does not list, which the module has found for them: masked, neither numbered nor kept. The module gives them a foot and draws them. */
export async function ownPapers(asking: Ctx, template: Template, ids: readonly string[]): Promise<PrintDocument[]> {
  const permission = permissionKey(entityNamed(template.entity), 'list')
  const { db, ...ctx } = asking as KernelCtx
  const me = { ...ctx.me, permissions: new Map([[permission, [{ roleCode: '', scope: 'all' as const }]]]) }
  return (await fill({ ...ctx, me, db: db.as({ me, permission }) }, template, ids)).map(f => f.paper)
}
/** How the papers of these rows would look: not numbered, marked as a preview, kept nowhere. */
export async function previewPapers(asking: Ctx, template: Template, ids: readonly string[]): Promise<Buffer> {
  const ctx = asking as KernelCtx
  return batchWorkers(ctx.core).print(previewOrder(ctx, template, await fill(ctx, template, ids)))
}
/** Draws the papers of these rows, read in the scope of `ctx`. They count once `registerPapers` has entered them. */
export async function drawPapers(asking: Ctx, template: Template, rows: ReadonlyArray<{ id: string; issueNo: string }>, origin: string): Promise<{ papers: Paper[]; all: Buffer }> {
  const ctx = asking as KernelCtx
  const workers = batchWorkers(ctx.core)
  const filled = await fill(
    ctx,
    template,
    rows.map(r => r.id),
  )
  await mustBePrintable(ctx, template, filled, workers)
  const key = ctx.core.key(CHECK_KEY)
  const issued = filled.map(({ id, holder, paper }, i) => {
    const [issueId, issueNo] = [uuidv7(), rows[i]?.issueNo ?? '']
    const link = `${origin}/check?c=${checkCode(key, ctx.me.tenantId, issueId)}`
    const foot = { left: [`${translate(ctx.lang, '文件编号')}　${issueNo}`], right: [translate(ctx.lang, '扫码核验真伪')], link }
    return { id, issueId, issueNo, holder, paper: { ...paper, foot } }
  })
  const order = orderOf(ctx, template, issued, '')
  const pdfs = await workers.pack(order)
  const all = await workers.print(order)
  return { papers: issued.map(({ paper: _, ...of }, i) => ({ ...of, pdf: pdfs[i] as Uint8Array })), all }
}
/** Whose paper a scanned code is: the row of this kind, undefined for any other text. */
export async function paperOf(db: Db, bizType: string, scanned: string): Promise<string | undefined> {
  const code = /[?&]c=([\w-]+)/.exec(scanned)?.[1]
  const read = code ? readCheckCode(db.key(CHECK_KEY), code) : undefined
  if (read?.tenantId !== db.me.tenantId) return undefined
  const [found] = await db.query<{ id: string }>(
    sql`select biz_id as id from print_issue where tenant_id = ${db.me.tenantId} and id = ${read.issueId} and biz_type = ${bizType} and made_at is not null`,
  )
  return found?.id
}
/** Enters papers in the register, where the check page finds them; in the transaction that keeps their files. */
export async function registerPapers(db: Db, template: Template, papers: ReadonlyArray<Omit<Paper, 'pdf'> & { fileId: string }>, by: string): Promise<void> {
  const issues = papers.map(({ id, issueId, issueNo, holder, fileId }) => ({ id, issueId, issueNo, fileId, holder: mask(HOLDER_MASK, holder) ?? '' }))
  await db.query(sql`insert into print_issue (tenant_id, id, template_id, template_version, biz_type, biz_id, issue_no, holder, issued_by, made_at, file_id)
    select ${db.me.tenantId}, x."issueId", ${template.id}, ${template.edition}, ${template.entity}, x.id, x."issueNo", x.holder, ${by}, now(), x."fileId"
    from jsonb_to_recordset(${JSON.stringify(issues)}) x(id uuid, "issueId" uuid, "issueNo" text, holder text, "fileId" uuid)`)
}
/** Papers of these rows prove nothing any more: the check page says so. */
export const revokePapers = (db: Db, bizType: string, ids: readonly string[], reason: string): Promise<unknown> =>
  db.query(sql`update print_issue set revoked_at = now(), revoked_by = ${db.me.userId || null}, revoke_reason = ${reason}
    where tenant_id = ${db.me.tenantId} and biz_type = ${bizType} and biz_id = any(${[...ids]}::uuid[]) and revoked_at is null and replaced_by is null`)
