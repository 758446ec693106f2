import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { entityNamed, Refusal, refusalOf } from '#model'
import { NUMBERING, type Numbering } from '#model/print-layout.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { schoolTimeSql } from '#server/data/school-time-sql.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { translate } from '#server/i18n/translate.ts'
import { checkedLayout } from '#server/print/faults.ts'
import { readNumbering } from '#server/print/read-layout.ts'
import { printTemplate, saveTemplate } from '../model/template.ts'
import { templateFor } from './template-for.ts'

/** Each save creates an edition; earlier prints keep theirs. */
export default handle(saveTemplate, async (ctx, input) => {
  const { id } = input
  const now = await templateFor(ctx, id)
  const layout = input.layout === null || input.layout === undefined ? null : checkedLayout(ctx, now, input.layout)
  const numbering = checkedNumbering(input.numbering)
  // store the built-in name as declared, not its translation
  const name = input.name === translate(ctx.lang, now.name) ? now.name : input.name
  if (name !== now.name) await refuseTaken(ctx.db, id, name)
  const seal = input.seal ? [input.seal] : null
  const edition = { name, paper: input.paper, layout, seal, numbering, edition: sql`edition + 1` }
  const saved = await ctx.db.updateWhere(printTemplate, { id, version: input.version }, edition, { returning: ['version', 'edition'] })
  if (!saved[0]) throw await stale(ctx.db, id)
  await attachFiles(ctx.db, entityNamed(printTemplate.name), id, { seal: seal ?? [] })
  await ctx.db.query(sql`insert into print_template_edition (tenant_id, template_id, edition, name, paper, layout, is_own, seal, numbering, saved_by)
    values (${ctx.me.tenantId}, ${id}, ${saved[0].edition}, ${name}, ${input.paper}, ${JSON.stringify(layout ?? now.ownLayout)}, ${layout === null}, ${seal && JSON.stringify(seal)},
      ${numbering && JSON.stringify(numbering)}, ${ctx.me.userId})`)
  if ((numbering ?? NUMBERING).restart !== now.numbering.restart) await goOn(ctx.db, id, numbering ?? NUMBERING)
  return { version: saved[0].version, edition: saved[0].edition }
})
function checkedNumbering(given: unknown): Numbering | null {
  const { value, issues } = readNumbering(given)
  if (issues.length) throw new Refusal(422, issues)
  return isDeepStrictEqual(value, NUMBERING) ? null : value
}
async function refuseTaken(db: Db, id: string, name: string): Promise<void> {
  const taken = await db.query(sql`select 1 from print_template where tenant_id = ${db.me.tenantId} and name = ${name} and id <> ${id}`)
  if (taken.length) throw refusalOf(saveTemplate, 'name', { name }, 'name')
}
async function stale(db: Db, id: string): Promise<Refusal> {
  const [by] = await db.query<{
    name: string | null
    time: string
  }>(sql`select u.nick_name as name, ${schoolTimeSql(sql`t.updated_at`)} as time
    from print_template t left join sys_user u on u.tenant_id = t.tenant_id and u.id = t.updated_by where t.tenant_id = ${db.me.tenantId} and t.id = ${id}`)
  return new Refusal(409, refusalOf(saveTemplate, 'stale', { name: by?.name ?? '—', time: by?.time ?? '' }).issues)
}
/** After a change of numbering continue above the highest number issued: numbers must be unique. */
const goOn = (db: Db, id: string, { restart }: Numbering) =>
  db.query(sql`insert into print_sequence (tenant_id, template_id, year, last)
    select ${db.me.tenantId}, ${id}, ${restart === 'year' ? Number(today().slice(0, 4)) : 0}, max(last) from print_sequence where tenant_id = ${db.me.tenantId} and template_id = ${id} having max(last) is not null
    on conflict (tenant_id, template_id, year) do update set last = greatest(print_sequence.last, excluded.last)`)
