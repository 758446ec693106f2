import type { Readable } from 'node:stream'
import { SHEETS } from '#fields/sheets.ts'
import { type Entity, entityNamed, type Field, hasEntity } from '#model'
import type { Db, Lang } from '../context.ts'
import { manyOf, translate } from '../i18n/translate.ts'
import { type ImportColumn, importColumns, naturalKey, templateVersion, VERSION_PROPERTY } from './columns.ts'
import type { ImportHooks } from './rules.ts'
import { type SheetColumn, writeWorkbook } from './write.ts'

/** Prefix in the first filled cell that marks an example row; never imported. */
export const EXAMPLE_MARK = '示例：'
/** Prefix that marks the footer row of an export. */
export const FOOTER_MARK = '导出人：'
const MOST_CHOICES = 2000

/** Import template: headers (required ones red), drop-downs, an example row, explanations on a second sheet. */
export async function importTemplate(db: Db, e: Entity, hooks: ImportHooks<Entity>, lang: Lang): Promise<Readable> {
  const columns = importColumns(e, hooks)
  const choices = await Promise.all(columns.map(c => choicesOf(db, c.field, lang)))
  const sheet = columns.map((c, i): SheetColumn => {
    const list = choices[i] ?? []
    const wide = c.field.kind === 'ref' || (c.field.options.max ?? 0) > 60
    return {
      title: translate(lang, c.label),
      required: c.required || naturalKey(e).includes(c.name),
      note: noteOf(c, lang),
      ...(wide ? { width: 24 } : {}),
      ...(list.length && list.length <= MOST_CHOICES ? { choices: list } : {}),
    }
  })
  return writeWorkbook({
    name: manyOf(lang, e.label),
    columns: sheet,
    rows: [],
    example: columns.map((c, i) => (i ? '' : EXAMPLE_MARK) + sample(c.field, choices[i] ?? [])),
    notes: [
      [translate(lang, '列'), translate(lang, '必填'), translate(lang, '说明')],
      ...columns.map((c, i) => [translate(lang, c.label), sheet[i]?.required ? translate(lang, '是') : '', sheet[i]?.note ?? '']),
      [],
      [translate(lang, '灰色的示例行不会导入；列的顺序可以调整，不需要的列可以删除，删除的列不会改动已有数据。')],
    ],
    properties: { [VERSION_PROPERTY]: templateVersion(e, columns) },
  })
}
const choicesOf = async (db: Db, field: Field, lang: Lang): Promise<string[]> => (await SHEETS[field.kind].choices?.(field, { db, lang })) ?? []
function noteOf({ field }: ImportColumn, lang: Lang): string {
  const parts = [field.options.help, SHEETS[field.kind].note].filter((t): t is string => Boolean(t)).map(t => translate(lang, t))
  const to = field.options.to ?? ''
  if (field.kind === 'ref' && hasEntity(to)) parts.push(targetNote(entityNamed(to), lang))
  if (field.options.encrypted || field.options.format) parts.push(translate(lang, '请保持“文本”格式，避免长数字丢失'))
  return parts.join(lang === 'en' ? '; ' : '；')
}
function targetNote(to: Entity, lang: Lang): string {
  const key = naturalKey(to)
  const names = [...(key.length === 1 ? key : []), to.options.title].map(n => to.fields[n]?.label).filter((l): l is string => Boolean(l))
  return translate(lang, '填写已有的{names}').replace('{names}', [...new Set(names)].map(n => translate(lang, n)).join(lang === 'en' ? ' / ' : '或'))
}
const FORMAT_SAMPLES: Record<string, string> = {
  mobile: '13800000000',
  phone: '13800000000',
  email: 'name@example.com',
  digits: '100000',
  code: '2026001',
  citizenId: '110101200801010019',
}
const sample = (field: Field, choices: readonly string[]): string => choices[0] ?? SHEETS[field.kind].sample ?? FORMAT_SAMPLES[field.options.format ?? ''] ?? ''
