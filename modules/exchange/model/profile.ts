import { bool, choice, date, datetime, entity, integer, json, ref, text } from '#model'
import type { ProfileColumn } from './columns.ts'

export const TARGETS = {
  finance: '财务',
  bank: '银行',
  provincialAid: '省资助系统',
  nationalAid: '全国资助系统',
  loanCentre: '助贷中心',
  league: '团组织系统',
  chsi: '学信网',
  custom: '其他',
} as const
export const FILE_FORMATS = { xlsx: 'xlsx', xls: 'xls', csv: 'csv', txt: 'txt' } as const
export const CHARSETS = { utf8: 'UTF-8', gbk: 'GBK' } as const
export const SPLITS = { none: '不拆分', college: '按学院', rows: '按行数' } as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

/** 导出方案: how a receiver wants a file. Built from its empty template, never in code (40-X1). */
export const exportProfile = entity(
  'exchange.exportProfile',
  '导出方案',
  {
    code: text('编号', { required: true, max: 40, format: 'code' }),
    name: text('名称', { required: true, max: 60, search: true }),
    target: choice('给谁', TARGETS, { required: true }),
    dataset: text('数据', { required: true, max: 60, immutable: true }),
    format: choice('文件格式', FILE_FORMATS, { required: true, initial: 'xlsx' }),
    charset: choice('编码', CHARSETS, { required: true, initial: 'utf8', help: '只用于 csv 和 txt' }),
    delimiter: text('分隔符', { max: 1, help: '只用于 txt，默认竖线' }),
    headerRows: integer('表头行数', { required: true, min: 1, max: 10, initial: 1 }),
    columns: json<readonly ProfileColumn[]>('列', { required: true, untyped: 'checked against the dataset by the rules of the entity' }),
    sumRow: bool('末行合计', { required: true, initial: false }),
    splitBy: choice('拆分', SPLITS, { required: true, initial: 'none' }),
    maxRows: integer('每个文件最多', { min: 1, max: 1_000_000, help: '按行数拆分时填写' }),
    fileNamePattern: text('文件名', { required: true, max: 100, initial: '{profile}-{date}', help: '可用 {profile} {date} {college} {n} {title}' }),
    revision: integer('版本', { ...fixed, initial: 1 }),
    validFrom: date('启用日期', { required: true }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'formats of files, without data' },
    unique: [['code']],
    sort: ['target', 'name'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      dataset: '没有“{dataset}”这种数据',
      noColumns: '请先读取对方的模板，至少要有一列',
      column: '第 {n} 列“{title}”：{problem}',
      pattern: '文件名里不能有“{name}”',
      maxRows: '按行数拆分要填写每个文件最多多少行',
      used: '“{name}”已经导出过 {n} 次，不能删除，可以停用',
      isOff: '导出方案“{name}”没有启用',
      tooEarly: '导出方案“{name}”从 {day} 起才能用',
      owned: '“{label}”由它自己的页面导出',
      denied: '您没有权限导出“{label}”',
      sensitive: '文件含敏感信息，您没有权限导出',
      password: '文件含敏感信息，请设一个至少 8 位的打开密码，并用别的方式告诉对方',
      reason: '文件含敏感信息，请填写原因',
      empty: '没有可以导出的行',
      failing: '{n} 行不符合对方的要求，请先修改；或者勾选只导出其余的行',
      titles: '文件的表头与方案不符，缺少“{titles}”',
      noTitles: '模板的第 {n} 行没有表头文字',
      noKey: '方案没有选用来对应行的列，不能读回单',
      noResult: '这个方案没有对方回填的列，不能读回单',
    },
  },
)
/** 导出记录: every file made by a profile, with its rows as they were (40-X4). */
export const exportLog = entity(
  'exchange.exportLog',
  '导出记录',
  {
    profileId: ref('exportProfile', '导出方案', fixed),
    revision: integer('版本', fixed),
    dataset: text('数据', { ...fixed, max: 60 }),
    filter: json('条件', { ...fixed, untyped: 'of the dataset' }),
    fileName: text('文件名', { ...fixed, max: 160, search: true }),
    rowCount: integer('行数', fixed),
    leftOut: integer('未导出', { ...fixed, initial: 0 }),
    isSensitive: bool('含敏感信息', fixed),
    reason: text('原因', { ...readonly, max: 200 }),
    /** SHA-256 of the rows, in hex. */
    digest: text('摘要', { ...fixed, max: 64, clear: 'a hash of what was exported' }),
    againOf: ref('exportLog', '重新导出', readonly),
    exportedBy: ref('user', '导出人', readonly),
    exportedAt: datetime('导出时间', { ...fixed, sortable: true }),
    /** The rows, encrypted, for a file made again. */
    content: text('数据行', { ...fixed, max: 50_000_000, encrypted: true, secret: true, sentTo: [] }),
  },
  { title: 'fileName', scope: {}, sort: ['-exportedAt'], verbs: ['list', 'export'], countsUpTo: 10_000 },
)
