import sql from 'sql-template-tag'
import { entityNamed, hasEntity, refusalOf } from '#model'
import { type Layout, NUMBERING, type Numbering, type PaperSize } from '#model/print-layout.ts'
import { compute, handle, rules } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { enableTemplate, printTemplate, templateEditions } from '../model/template.ts'
import { templateFor } from './template-for.ts'

export default [
  compute(printTemplate, ['entityName', 'isOwn', 'issued'], async ({ db, lang }, rows) => {
    const counts = await db.query<{ id: string; n: number }>(
      sql`select template_id as id, count(*)::int as n from print_issue where tenant_id = ${db.me.tenantId} and made_at is not null and template_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`,
    )
    for (const row of rows)
      Object.assign(row, {
        entityName: hasEntity(row.entity) ? translate(lang, entityNamed(row.entity).label) : row.entity,
        isOwn: row.layout === null,
        issued: counts.find(c => c.id === row.id)?.n ?? 0,
      })
  }),
  rules(printTemplate, {
    async remove({ db }, row) {
      if (!row.basedOn) throw refusalOf(printTemplate, 'ofProgram', { name: row.name })
      const [used] = await db.query<{ count: number }>(sql`select count(*)::int as count from print_issue where tenant_id = ${db.me.tenantId} and template_id = ${row.id}`)
      if (used?.count) throw refusalOf(printTemplate, 'wasUsed', { name: row.name, count: used.count })
    },
  }),
  handle(enableTemplate, async (ctx, { id, isEnabled }) => {
    await templateFor(ctx, id)
    await ctx.db.update(printTemplate, id, { isEnabled })
  }),
  handle(templateEditions, async (ctx, { id }) => {
    await templateFor(ctx, id)
    const rows =
      await ctx.db.query<Edition>(sql`select e.edition, e.name, e.paper, e.layout, e.is_own as "isOwn", e.seal, e.numbering, e.saved_at as "savedAt", u.nick_name as "savedByName",
        (select count(*)::int from print_issue i where i.tenant_id = e.tenant_id and i.template_id = e.template_id and i.template_version = e.edition and i.made_at is not null) as issued
      from print_template_edition e left join sys_user u on u.tenant_id = e.tenant_id and u.id = e.saved_by
      where e.tenant_id = ${ctx.me.tenantId} and e.template_id = ${id} order by e.edition desc limit 200`)
    return rows.map(row => ({ ...row, name: translate(ctx.lang, row.name), seal: row.seal?.[0] ?? null, numbering: row.numbering ?? NUMBERING }))
  }),
]
interface Edition {
  edition: number
  name: string
  paper: PaperSize
  layout: Layout
  isOwn: boolean
  seal: readonly string[] | null
  numbering: Numbering | null
  savedAt: string
  savedByName: string | null
  issued: number
}
