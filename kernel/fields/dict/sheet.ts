import type { Field } from '#model'
import type { Db } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { type Item, itemsOf } from '#server/params/dictionaries.ts'
import { codesOf, type FieldSheet, readCode } from '../field-sheet.ts'

const known = (db: Db, field: Field): Promise<ReadonlyMap<string, Item>> => itemsOf(db, field.options.dictionary?.code ?? '')
/** Disabled items are excluded: new rows must not use them. */
const offered = async (db: Db, field: Field): Promise<Item[]> => [...(await known(db, field)).values()].filter(i => i.isEnabled)
export const sheet: FieldSheet = {
  read: readCode,
  async show(field, { db, lang }) {
    const items = await known(db, field)
    return value => translate(lang, items.get(String(value))?.dictionaryValue ?? String(value))
  },
  note: '从下拉列表选择，也可以填代码',
  async choices(field, { db, lang }) {
    return (await offered(db, field)).sort((a, b) => a.sort - b.sort).map(i => translate(lang, i.dictionaryValue))
  },
  async codes(field, { db, lang }) {
    return codesOf(
      (await offered(db, field)).map(i => [i.dictionaryKey, i.dictionaryValue]),
      lang,
    )
  },
}
