import type { Field } from '#model'
import { translate } from '#server/i18n/translate.ts'
import { codesOf, type FieldSheet, readCode } from '../field-sheet.ts'

const labelsOf = (field: Field): Array<[code: string, label: string]> => Object.entries(field.options.choices ?? {})
export const sheet: FieldSheet = {
  read: readCode,
  show:
    (field, { lang }) =>
    value =>
      translate(lang, field.options.choices?.[String(value)] ?? String(value)),
  note: '从下拉列表选择',
  choices: (field, { lang }) => labelsOf(field).map(([, label]) => translate(lang, label)),
  codes: (field, { lang }) => codesOf(labelsOf(field), lang),
}
