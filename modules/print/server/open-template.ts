import { allEntities, type Entity, entityNamed, type Field, permissionKey, shownFields } from '#model'
import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { printable, tablesBelow } from '#server/print/faults.ts'
import { sectionsFor } from '#server/print/sections.ts'
import { sourcesFor } from '#server/print/signed.ts'
import { openTemplate } from '../model/template.ts'
import { templateFor } from './template-for.ts'

export default handle(openTemplate, async (ctx, { id }) => {
  const { version, edition, name, entity, paper, layout, ownLayout, isOwn, seal, numbering } = await templateFor(ctx, id)
  const of = entityNamed(entity)
  const below = tablesBelow(of, allEntities()).filter(t => ctx.me.permissions.has(permissionKey(t.of, 'list')))
  // an entity with two references here is qualified by the field
  const isTwice = (e: Entity): boolean => below.filter(t => t.of === e).length > 1
  return {
    ...{ id, version, edition, name: translate(ctx.lang, name), entity, paper, layout, ownLayout, isOwn, seal: seal?.[0] ?? null, numbering },
    fields: fieldsOf(ctx, of, printable(of)),
    photos: fieldsOf(
      ctx,
      of,
      shownFields(of).filter(([, f]) => f.kind === 'files'),
    ),
    ...{ signed: suppliedBy(ctx, sourcesFor(ctx.db, of)), sections: suppliedBy(ctx, sectionsFor(ctx.db, of)) },
    tables: below.map(t => ({
      of: t.of.name,
      by: t.by,
      label: isTwice(t.of) ? `${translate(ctx.lang, t.of.label)} · ${translate(ctx.lang, t.of.fields[t.by]?.label ?? t.by)}` : translate(ctx.lang, t.of.label),
      fields: fieldsOf(ctx, t.of, printable(t.of)),
    })),
  }
})
const suppliedBy = ({ lang }: Ctx, sources: ReadonlyArray<{ code: string; label: string }>) => sources.map(({ code, label }) => ({ by: code, label: translate(lang, label) }))
const fieldsOf = ({ me, lang }: Ctx, of: Entity, named: ReadonlyArray<[string, Field]>) =>
  named.map(([name, { label, kind, options }]) => ({
    name,
    label: translate(lang, label),
    kind,
    isClosed: options.sensitivity === 'S2' && !me.permissions.has(permissionKey(of, 'reveal')),
  }))
