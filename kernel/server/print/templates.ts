import sql from 'sql-template-tag'
import { type Layout, NUMBERING, type Numbering, type PaperSize } from '#model/print-layout.ts'
import type { Db } from '../context.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { translate } from '../i18n/translate.ts'
import type { Registry } from '../registry/registry.ts'
import { type PrintTemplate, printTemplates } from './layout.ts'
import { printRefusal } from './texts.ts'

/** An effective template: the school's settings merged over the program's declaration. */
export interface Template {
  id: string
  code: string
  name: string
  entity: string
  /** Code of the built-in template it was copied from; null for a built-in one. */
  basedOn: string | null
  /** Field naming the document's holder. */
  holder: string
  layout: Layout
  /** The built-in layout, whether used or not. */
  ownLayout: Layout
  isOwn: boolean
  paper: PaperSize
  /** Seal image, a file of the template. */
  seal: readonly string[] | null
  numbering: Numbering
  isOnce: boolean
  isMadeByModule: boolean
  ofStates: readonly string[] | null
  isEnabled: boolean
  edition: number
  version: number
}
const declaredTemplates = (registry: Registry): readonly PrintTemplate[] => registry.of(printTemplates)

/** Creates missing templates of a school; its changes are kept. If an update changed a built-in layout in use, a new edition is recorded. */
export async function seedTemplates(db: Db, registry: Registry): Promise<void> {
  for (const t of declaredTemplates(registry)) {
    await db.query(
      sql`insert into print_template (tenant_id, code, name, entity, paper) values (${db.me.tenantId}, ${t.code}, ${t.name}, ${t.entity.name}, ${t.paper}) on conflict (tenant_id, code) do nothing`,
    )
    await db.query(sql`with stale as (
      select p.*, case when e.edition is null then p.edition else p.edition + 1 end as next, coalesce(p.layout, ${JSON.stringify(t.layout)}::jsonb) as used
      from print_template p left join print_template_edition e on e.tenant_id = p.tenant_id and e.template_id = p.id and e.edition = p.edition
      where p.tenant_id = ${db.me.tenantId} and coalesce(p.based_on, p.code) = ${t.code} and (e.edition is null or (p.layout is null and e.layout is distinct from ${JSON.stringify(t.layout)}::jsonb))
    ), kept as (insert into print_template_edition (tenant_id, template_id, edition, name, paper, layout, is_own, seal, numbering)
      select s.tenant_id, s.id, s.next, s.name, s.paper, s.used, s.layout is null, s.seal, s.numbering from stale s)
    update print_template p set edition = s.next from stale s where p.tenant_id = s.tenant_id and p.id = s.id`)
  }
}
const COLUMNS = sql`id, code, name, entity, based_on as "basedOn", layout, paper, seal, numbering, is_enabled as "isEnabled", edition, version`
type Stored = Omit<Template, 'layout' | 'ownLayout' | 'isOwn' | 'holder' | 'numbering' | 'isOnce' | 'isMadeByModule' | 'ofStates'> & {
  layout: Layout | null
  numbering: Numbering | null
}

/** Skips templates whose module is not installed. */
function used(core: Core, row: Stored): Template[] {
  const declared = declaredTemplates(core.registry).find(t => t.code === (row.basedOn ?? row.code))
  if (!declared) return []
  const { layout: ownLayout, holder, isOnce = false, isMadeByModule = false, ofStates = null } = declared
  return [{ ...row, layout: row.layout ?? ownLayout, ownLayout, isOwn: row.layout === null, holder, isOnce, isMadeByModule, ofStates, numbering: row.numbering ?? NUMBERING }]
}
export async function templateNamed(ctx: KernelCtx, code: string): Promise<Template> {
  const rows = await ctx.db.query<Stored>(sql`select ${COLUMNS} from print_template where tenant_id = ${ctx.me.tenantId} and code = ${code}`)
  const found = rows.flatMap(row => used(ctx.core, row))[0]
  if (!found) throw printRefusal('unknown', { code: code.slice(0, 40) }, 404, 'code')
  if (!found.isEnabled) throw printRefusal('disabled', { name: translate(ctx.lang, found.name) }, 422, 'code')
  return found
}
/** A template, enabled or not; undefined when it does not exist or its module is not installed. */
export async function templateOf(ctx: KernelCtx, id: string): Promise<Template | undefined> {
  const rows = await ctx.db.query<Stored>(sql`select ${COLUMNS} from print_template where tenant_id = ${ctx.me.tenantId} and id = ${id}`)
  return rows.flatMap(row => used(ctx.core, row))[0]
}
type Listed = Pick<Template, 'id' | 'code' | 'name' | 'entity' | 'basedOn' | 'paper' | 'version'>
/** Enabled templates, of one entity or all. */
export async function listTemplates(ctx: KernelCtx, entity: string): Promise<Listed[]> {
  const rows = await ctx.db.query<Stored>(
    sql`select ${COLUMNS} from print_template where tenant_id = ${ctx.me.tenantId} and is_enabled and (${entity} = '' or entity = ${entity}) order by code`,
  )
  return rows
    .flatMap(row => used(ctx.core, row))
    .map(({ id, code, name, entity: of, basedOn, paper, version }) => ({ id, code, name: translate(ctx.lang, name), entity: of, basedOn, paper, version }))
}
