import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import { handle } from '#server/context.ts'
import { copyFile } from '#server/files/attachments.ts'
import { translate } from '#server/i18n/translate.ts'
import { copyTemplate, printTemplate, saveTemplate } from '../model/template.ts'
import { templateFor } from './template-for.ts'

const MOST_COPIES = 50

/** Copies a template with its current layout; the copy issues numbers of its own. */
export default handle(copyTemplate, async (ctx, { id, name }) => {
  const { db, me } = ctx
  const from = await templateFor(ctx, id)
  const base = from.basedOn ?? from.code
  const taken = await db.query<{ code: string; name: string }>(sql`select code, name from print_template where tenant_id = ${me.tenantId}`)
  if (taken.some(t => t.name === name || translate(ctx.lang, t.name) === name)) throw refusalOf(saveTemplate, 'name', { name }, 'name')
  const codes = new Set(taken.map(t => t.code))
  const free = Array.from({ length: MOST_COPIES }, (_, i) => `${base.slice(0, 37)}${i + 2}`).find(code => !codes.has(code))
  if (!free) throw refusalOf(copyTemplate, 'tooMany', { name: from.name, count: MOST_COPIES, max: MOST_COPIES })
  const copy = uuidv7()
  const seal = from.seal?.[0] && (await copyFile(db, from.seal[0], { of: printTemplate, rowId: copy }))
  const { entity, layout, paper, numbering } = await db.unscoped(printTemplate).one(id) // the stored row; access was checked by `templateFor`
  await db.insert(printTemplate, { id: copy, code: free, name, entity, layout, paper, numbering, basedOn: base, seal: seal ? [seal] : null })
  await db.query(sql`insert into print_template_edition (tenant_id, template_id, edition, name, paper, layout, is_own, seal, numbering, saved_by)
    select tenant_id, id, edition, name, paper, ${JSON.stringify(from.layout)}::jsonb, layout is null, seal, numbering, ${me.userId} from print_template where tenant_id = ${me.tenantId} and id = ${copy}`)
  return { id: copy }
})
