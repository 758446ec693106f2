import { type Code, type Issue, Refusal } from '#model'

/** Refusals of printing; rule key `print.{key}`. */
const PRINT_TEXTS = {
  unknown: '没有编号为“{code}”的打印模板',
  disabled: '打印模板“{name}”已停用',
  nothing: '请选择要打印的记录',
  tooMany: '一次最多打印 {max} 份，现在选了 {count} 份',
  outside: '所选的 {count} 条记录中有 {missing} 条不存在，或不在你的数据范围内',
  noTable: '没有查看{label}的权限，不能打印“{name}”',
  deniedPlain: '没有打印完整个人信息的权限',
  reason: '打印完整个人信息须说明原因',
  noGlyph: '没有字体能印出这些字：{characters}。请管理员把含有这些字的字体文件放进数据目录的 fonts 文件夹',
  overflow: '有 {count} 处放不下，没有打印：{which}',
  once: '{holder}的这份文件已经印过（{issueNo}），只印一次',
  ownPage: '“{name}”由自己的页面核对和生成，不能在这里打印',
  states: '“{name}”只打印{states}的，所选的有 {n} 条不是',
  noReason: '请填写作废原因',
  ended: '编号 {issueNo} 的文件已经作废或被替换',
  notFound: '查不到这份文件',
  wrong: '填写的内容与这份文件不符',
  wrongTooOften: '今天已经答错 {most} 次，请明天再查或联系学校',
} as const
export type PrintRule = keyof typeof PRINT_TEXTS

export const printIssue = (key: PrintRule, values: Record<string, unknown> = {}, field?: string): Issue => ({
  rule: `print.${key}`,
  text: PRINT_TEXTS[key],
  values,
  ...(field ? { field } : {}),
})
/** Refusal of a print or check request. */
export const printRefusal = (key: PrintRule, values: Record<string, unknown> = {}, code: Code = 422, field?: string): Refusal => new Refusal(code, [printIssue(key, values, field)])
