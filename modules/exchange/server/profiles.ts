import { refusalOf } from '#model'
import { type Db, rules } from '#server/context.ts'
import { CHECKS, FORMATS, MOST_COLUMNS, namesIn, type ProfileColumn, SOURCES } from '../model/columns.ts'
import { exportLog, exportProfile } from '../model/profile.ts'
import { type Dataset, datasetNamed } from './datasets.ts'
import type { Profile } from './write-file.ts'

const PLACES = ['profile', 'date', 'college', 'n', 'title']
const KEYS: ReadonlySet<string> = new Set(['title', 'groups', 'source', 'field', 'text', 'codes', 'format', 'length', 'required', 'check', 'isKey'])
const COLUMN_PROBLEMS = {
  shape: '写法不对',
  title: '没有标题',
  field: '没有选字段',
  text: '没有填文字',
  names: '文字里的字段不存在',
  result: '这种数据没有对方回填的内容',
} as const
const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max
const isTexts = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.values(value).every(v => isText(v, 100)) && Object.keys(value).length <= 500
/** What is wrong with a column, if anything: unknown keys, sources, fields. */
function problemOf(of: Dataset, given: unknown): keyof typeof COLUMN_PROBLEMS | undefined {
  if (typeof given !== 'object' || given === null || Object.keys(given).some(key => !KEYS.has(key))) return 'shape'
  const column = given as ProfileColumn
  const { source, field = '', text = '', format, check, length, codes, groups } = column
  if (!isText(column.title, 100) || !column.title.trim()) return 'title'
  const isRight =
    Object.hasOwn(SOURCES, source) &&
    (!format || Object.hasOwn(FORMATS, format)) &&
    (!check || Object.hasOwn(CHECKS, check)) &&
    (!length || (Number.isInteger(length) && length > 0))
  if (!isRight || !isText(text, 300) || !isText(field, 60) || (codes && !isTexts(codes)) || (groups && !isTexts(groups))) return 'shape'
  if (source === 'field' && !Object.hasOwn(of.fields, field)) return 'field'
  if (source === 'result' && !Object.hasOwn(of.result ?? {}, field)) return 'result'
  if (source === 'constant' && !text) return 'text'
  if (source === 'template' && (!text || namesIn(text).some(name => !Object.hasOwn(of.fields, name)))) return 'names'
  return undefined
}
/** 40-X1: a profile means what its dataset has. */
function check(db: Db, profile: Partial<Profile>): void {
  const of = datasetNamed(db, profile.dataset ?? '')
  const columns = profile.columns as unknown
  if (!Array.isArray(columns) || !columns.length || columns.length > MOST_COLUMNS) throw refusalOf(exportProfile, 'noColumns', {}, 'columns')
  for (const [n, column] of columns.entries()) {
    const problem = problemOf(of, column)
    if (problem)
      throw refusalOf(exportProfile, 'column', { n: n + 1, title: String((column as ProfileColumn | null)?.title ?? ''), problem: { text: COLUMN_PROBLEMS[problem] } }, 'columns')
  }
  const strange = namesIn(profile.fileNamePattern ?? '').find(name => !PLACES.includes(name))
  if (strange) throw refusalOf(exportProfile, 'pattern', { name: `{${strange}}` }, 'fileNamePattern')
  if (profile.splitBy === 'rows' && !profile.maxRows) throw refusalOf(exportProfile, 'maxRows', {}, 'maxRows')
}
export default rules(exportProfile, {
  async add({ db }, draft) {
    check(db, draft)
  },
  async update({ db }, row, patch) {
    check(db, { ...row, ...patch })
    patch.revision = row.revision + 1
  },
  async remove({ db }, row) {
    const n = await db.unscoped(exportLog).count({ profileId: row.id }) // any use keeps it
    if (n) throw refusalOf(exportProfile, 'used', { name: row.name, n })
  },
})
