import type { Field } from '#model'
import type { Ctx } from '#server/context.ts'
import { mask } from '#server/data/mask.ts'
import { translate } from '#server/i18n/translate.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import type { Shown } from './compile.ts'

export type Cell = string | number | null
/** Formatters per column: labels for codes, masks for personal values, yuan for fen. */
export const readersOf = (ctx: Ctx, columns: readonly Shown[]): Promise<Array<(value: unknown) => Cell>> => Promise.all(columns.map(c => readerOf(ctx, c.field)))
async function readerOf({ db, lang }: Ctx, field: Field | undefined): Promise<(value: unknown) => Cell> {
  const read = await plainReader(field, code => itemsOf(db, code), lang)
  return value => {
    if (value === null || value === undefined) return null
    return field?.options.sensitivity === 'S1' ? (mask(field, value) as Cell) : read(value)
  }
}
async function plainReader(field: Field | undefined, items: (code: string) => ReturnType<typeof itemsOf>, lang: Ctx['lang']): Promise<(value: unknown) => Cell> {
  if (!field) return value => Number(value)
  if (field.kind === 'money') return value => Number(value) / 100
  if (field.kind === 'integer' || field.kind === 'decimal') return value => Number(value)
  if (field.kind === 'bool') return value => translate(lang, value ? '是' : '否')
  if (field.kind === 'choice') return value => translate(lang, field.options.choices?.[String(value)] ?? String(value))
  if (field.kind === 'datetime') return value => String(value).slice(0, 16).replace('T', ' ')
  if (field.kind !== 'dict') return value => String(value)
  const known = await items(field.options.dictionary?.code ?? '')
  return value => translate(lang, known.get(String(value))?.dictionaryValue ?? String(value))
}
