import { action, bool, choice, integer, json, list, shape, text } from '#model'
import type { ProfileColumn } from './columns.ts'
import { CHARSETS } from './profile.ts'

const need = { required: true } as const
const id = text('编号', { required: true, max: 36 })
const field = shape('字段', {
  name: text('字段', { ...need, max: 60 }),
  label: text('名称', { ...need, max: 60 }),
  kind: text('种类', { ...need, max: 20 }),
  isSensitive: bool('敏感信息', need),
})
/** What can be exported by profiles, for the screen that maps columns. */
export const datasets = action('exchange.exportProfile.datasets', '可导出的数据', {
  method: 'GET',
  permission: 'exchange:exportProfile:list',
  many: true,
  output: {
    code: text('编号', { ...need, max: 60 }),
    label: text('名称', { ...need, max: 60 }),
    fields: list('字段', field, need),
    result: list('回单', field, need),
    /** Its own page exports it. */
    isOwned: bool('由它的页面导出', need),
    filter: list(
      '条件',
      shape('条件', {
        name: text('条件', { ...need, max: 60 }),
        label: text('名称', { ...need, max: 60 }),
        kind: text('种类', { ...need, max: 20 }),
        to: text('选自', { max: 60 }),
      }),
      need,
    ),
  },
})
/** 40-X1: the titles of the receiver's empty template, and the fields they are probably called by. */
export const readTemplate = action('exchange.exportProfile.readTemplate', '读取模板', {
  permission: 'exchange:exportProfile:add',
  input: { fileId: id, dataset: text('数据', { ...need, max: 60 }), headerRows: integer('表头行数', { ...need, min: 1, max: 10 }), charset: choice('编码', CHARSETS) },
  output: { columns: json<readonly ProfileColumn[]>('列', { ...need, untyped: 'as the rules of the profile check it' }) },
})
const asked = { profileId: id, filter: json<Readonly<Record<string, unknown>>>('条件', { ...need, untyped: 'checked by the fields of the dataset' }) }
export const failing = shape('不符合的行', {
  name: text('行', { ...need, max: 120 }),
  link: text('链接', { max: 300 }),
  problems: list('问题', text('问题', { max: 300 }), need),
})
/** 40-X2: all rows against the profile, before the file is made. */
export const checkExport = action('exchange.exportProfile.check', '检查', {
  method: 'POST',
  permission: 'exchange:exportProfile:make',
  input: asked,
  output: { count: integer('行数', need), bad: integer('不符合', need), isSensitive: bool('含敏感信息', need), failing: list('不符合的行', failing, need) },
})
/** What the person decides about the file. */
export const fileChoices = {
  isPartial: bool('只导出其余的行', { initial: false }),
  password: text('打开密码', { max: 60, clear: 'typed by who exports, kept nowhere' }),
  reason: text('原因', { max: 200 }),
} as const
/** 40-X5: what a bank's file changed, and which of its rows fit nothing. */
export const returned = {
  paid: integer('成功', need),
  failed: integer('失败', need),
  again: integer('已登记过', need),
  unmatched: list('对不上的行', shape('行', { line: integer('行', need), why: text('原因', { ...need, max: 200 }) }), need),
} as const
export const makeExport = action('exchange.exportProfile.make', '导出', { input: { ...asked, ...fileChoices }, output: 'file' })
/** 40-X4: the file of a logged export again, with the rows as they were. */
export const exportAgain = action('exchange.exportLog.again', '按原来的数据重新导出', {
  input: { id, password: fileChoices.password, reason: fileChoices.reason },
  output: 'file',
  inScope: true,
})
export const exchangeActions = [datasets, readTemplate, checkExport, makeExport, exportAgain]
