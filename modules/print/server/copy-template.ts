import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/http/translate.ts'
import { copyTemplate, saveTemplate } from '../model/template.ts'
import { templateFor } from './template-for.ts'

const MOST_COPIES = 50

/** A second form for the same rows, with a number of its own; it begins as the first one looks now. */
export default handle(copyTemplate, async (ctx, { id, name }) => {
  const { db, me } = ctx
  const from = await templateFor(ctx, id)
  const base = from.basedOn ?? from.code
  const taken = await db.query<{ code: string; name: string }>(sql`select code, name from print_template where tenant_id = ${me.tenantId}`)
  if (taken.some(t => t.name === name || translate(ctx.lang, t.name) === name)) throw refusalOf(saveTemplate, 'name', { name }, 'name')
  const codes = new Set(taken.map(t => t.code))
  const free = Array.from({ length: MOST_COPIES }, (_, i) => `${base.slice(0, 37)}${i + 2}`).find(code => !codes.has(code))
  if (!free) throw refusalOf(copyTemplate, 'tooMany', { name: from.name, count: MOST_COPIES, max: MOST_COPIES })
  const made = await db.query<{ id: string }>(sql`insert into print_template (tenant_id, code, name, entity, layout, paper, numbering, based_on, created_by, updated_by)
    select tenant_id, ${free}, ${name}, entity, layout, paper, numbering, ${base}, ${me.userId}, ${me.userId} from print_template where tenant_id = ${me.tenantId} and id = ${id} returning id`)
  const copy = made[0]?.id as string
  if (from.seal?.[0]) await copySeal(db, from.seal[0], copy)
  await db.query(sql`insert into print_template_edition (tenant_id, template_id, edition, name, paper, layout, is_own, seal, numbering, saved_by)
    select tenant_id, id, edition, name, paper, ${JSON.stringify(from.layout)}::jsonb, layout is null, seal, numbering, ${me.userId} from print_template where tenant_id = ${me.tenantId} and id = ${copy}`)
  return { id: copy }
})
/** The picture is a file of the copy as well: its content is shared, the right to it is not. */
const copySeal = (db: Db, fileId: string, copy: string) =>
  db.query(sql`with twin as (
      insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id, biz_type, biz_id, field, is_public, sensitivity)
      select tenant_id, name, ext, size, sha256, bucket_name, object_key, type, ${db.me.userId}, biz_type, ${copy}, field, is_public, sensitivity from attachment where tenant_id = ${db.me.tenantId} and id = ${fileId}
      returning id)
    update print_template set seal = jsonb_build_array(twin.id) from twin where tenant_id = ${db.me.tenantId} and print_template.id = ${copy}`)
