import { cantonsByCode } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import type { Db, Lang } from '#server/context.ts'
import { mask } from '#server/data/mask.ts'
import { translateIfKnown } from '#server/i18n/translate.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import type { PolicyField } from '../model/field-policy.ts'
import type { Value } from '../model/info-change.ts'

const CANTONS = ['homeCanton', 'nativeCanton', 'sourceCanton']
export type Words = (field: string, value: Value | undefined) => string | null
/** Values of a student's fields as people read them: codes in the reader's language, Chinese without one; personal ones are masked unless `isOpen`. */
export async function wordsOf(db: Db, { isOpen, lang = 'zh-cn' }: { isOpen: boolean; lang?: Lang }): Promise<Words> {
  const cantons = await cantonsByCode(db)
  const codes = new Map<string, ReadonlyMap<string, { dictionaryValue: string }>>()
  for (const [name, { options }] of Object.entries(student.fields)) if (options.dictionary) codes.set(name, await itemsOf(db, options.dictionary.code))
  return (name, value) => {
    if (value === null || value === undefined || value === '') return null
    const field = student.fields[name as PolicyField]
    if (field.options.sensitivity && !isOpen) return String(mask(field, value))
    if (typeof value === 'boolean') return translateIfKnown(lang, value ? '是' : '否')
    if (CANTONS.includes(name)) return cantons.get(String(value))?.fullName ?? String(value)
    const word = codes.get(name)?.get(String(value))?.dictionaryValue
    return word ? translateIfKnown(lang, word) : String(value)
  }
}
