import type { OutputOf } from '#model'
import type { Ctx } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import type { subjects } from '../model/query.ts'
import type { Group } from '../model/spec.ts'
import { checkedSpec } from './check-spec.ts'
import { Compiler } from './compile.ts'
import { askable, relatedTo, subjectOf } from './fields.ts'
import { fieldsBehind, fieldsOf } from './labels.ts'

export type Offered = OutputOf<typeof subjects>
/** What the caller may ask of a subject: names and kinds of its fields, none of its rows. */
export function offeredSubject(ctx: Ctx, code: string): Offered {
  const of = subjectOf(ctx.me, code)
  return {
    code: of.name,
    name: translate(ctx.lang, of.label),
    fields: [...fieldsOf(ctx, of), ...fieldsBehind(ctx, of)],
    related: relatedTo(ctx.me, of).map(({ entity, by }) => ({
      related: `${entity.name}.${by}`,
      label: `${translate(ctx.lang, entity.label)}（${translate(ctx.lang, entity.fields[by]?.label ?? by)}）`,
      fields: fieldsOf(ctx, entity),
    })),
  }
}
/** Conditions that somebody else put together, checked as the caller's own: form, fields, operators, values and permissions. Reads no row. */
export async function checkedConditions(ctx: Ctx, code: string, where: unknown): Promise<Group> {
  const of = subjectOf(ctx.me, code)
  const spec = checkedSpec({
    columns: askable(of)
      .flatMap(([name, f]) => (f.options.sensitivity ? [] : [name]))
      .slice(0, 1),
    where,
  })
  await new Compiler(ctx.db, of).compile(spec)
  return spec.where ?? { all: [] }
}
