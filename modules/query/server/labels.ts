import { type Entity, entityNamed, type Field, hasEntity, type OutputOf, permissionKey } from '#model'
import type { Ctx, Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import type { subjects } from '../model/query.ts'
import { askable } from './fields.ts'

/** A label composed along a path, in the reader's language. */
export const labelWords = (lang: Lang, label: string): string =>
  label
    .split(' · ')
    .map(part => translate(lang, part))
    .join(' · ')
/** Display name of a subject; a removed entity shows its code. */
export const subjectName = (lang: Lang, subject: string): string => (hasEntity(subject) ? translate(lang, entityNamed(subject).label) : subject)

type Offered = OutputOf<typeof subjects>['fields'][number]
/** A reference into an entity: its fields are labelled with the reference's name. */
interface Through {
  by: string
  group: string
}
/** Fields offered on screen; sensitive ones only with permission. */
export const fieldsOf = (ctx: Ctx, e: Entity, through?: Through): Offered[] =>
  askable(e)
    .filter(([, f]) => f.options.sensitivity !== 'S2' || ctx.me.permissions.has(permissionKey(e, 'reveal')))
    .map(([name, f]) => offered(ctx.lang, e, name, f, through))
/** Fields of referenced entities, one step away. */
export const fieldsBehind = (ctx: Ctx, e: Entity): Offered[] =>
  askable(e).flatMap(([by, f]) =>
    f.kind === 'ref' && hasEntity(f.options.to ?? '') ? fieldsOf(ctx, entityNamed(f.options.to as string), { by, group: translate(ctx.lang, f.label) }) : [],
  )
function offered(lang: Lang, e: Entity, name: string, f: Field, through?: Through): Offered {
  const label = translate(lang, f.label)
  const { dictionary, choices, to, sensitivity } = f.options
  return {
    path: through ? `${through.by}.${name}` : name,
    label: through ? `${through.group} · ${label}` : label,
    kind: f.kind,
    group: through?.group ?? translate(lang, e.label),
    dictionary: dictionary?.code ?? null,
    choices: choices ? Object.fromEntries(Object.entries(choices).map(([k, v]) => [k, translate(lang, v)])) : null,
    to: f.kind === 'ref' ? (to ?? null) : null,
    sensitivity: sensitivity ?? null,
  }
}
