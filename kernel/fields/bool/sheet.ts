import { translate } from '#server/i18n/translate.ts'
import { asText, type FieldSheet, type Reader } from '../field-sheet.ts'

const YES = new Set(['是', '有', '对', '√', '✓', 'true', 'yes', 'y', '1', '启用'])
const NO = new Set(['否', '无', '没有', '×', '✗', 'false', 'no', 'n', '0', '停用'])
const readBool: Reader = given => {
  if (typeof given === 'boolean') return { value: given }
  const word = asText(given).toLowerCase()
  return { value: YES.has(word) ? true : NO.has(word) ? false : asText(given) }
}
export const sheet: FieldSheet = {
  read: readBool,
  show:
    (_field, { lang }) =>
    value =>
      translate(lang, value ? '是' : '否'),
  note: '填“是”或“否”',
  choices: (_field, { lang }) => [translate(lang, '是'), translate(lang, '否')],
}
