import { type Issue, Refusal } from '#model'

/** Refusals of spreadsheets; rule key `sheet.{key}`. */
export const SHEET_TEXTS = {
  oldFormat: '“{name}”是旧版 .xls 文件，只是把扩展名改成了 .xlsx。请用 Excel 或 WPS 打开后另存为“Excel 工作簿（.xlsx）”再上传',
  encrypted: '“{name}”设置了打开密码，请去掉密码后再上传',
  notXlsx: '“{name}”不是 .xlsx 文件，请用导入模板填写后再上传',
  damaged: '文件已损坏，无法读取：{detail}',
  bomb: '文件解压后过大（{part} 已超过 {limitMb} MB），不像正常的表格，已拒绝读取',
  ratio: '文件的压缩比过高（{part} 解压后是原来的 {ratio} 倍），不像正常的表格，已拒绝读取',
  tooManyParts: '文件内部有 {count} 个部分，超过 {limit} 个，不像正常的表格',
  tooManyRows: '文件有 {count} 行数据，一次最多导入 {limit} 行，请分成几个文件',
  tooManyColumns: '第 {row} 行有 {count} 列，最多 {limit} 列',
  noRows: '表格里没有数据',
  noSheet: '文件里没有可见的工作表',
  noHeader: '没有找到表头，应有“{wanted}”等列；文件第一行是：{found}',
  missingColumn: '缺少“{label}”这一列，它用来辨认每一行',
  unknownColumn: '没有“{header}”这一列，可以导入的列有：{known}',
  duplicateColumn: '“{header}”出现了两次（{first} 列和 {second} 列）',
  readonlyColumn: '“{header}”由系统维护，不能导入，请删除这一列',
  deniedColumn: '您没有权限填写“{header}”，请删除这一列',
  merged: '数据区有合并的单元格（{range}），请取消合并后再上传',
  oldTemplate: '这是旧版模板，列已有变化，请使用新模板（见附件）重新填写',
  otherTemplate: '这是另一类数据的导入模板，不能用来导入{entity}',
  cellError: '{label}的单元格是错误值 {value}',
  noResult: '{label}的公式没有计算结果，请在 Excel 中打开并保存一次',
  rounded: '{label}是数字格式，Excel 只保留 15 位，后面的数字已经丢失（现在是 {value}）。请把这一列设为“文本”格式后重新填写',
  refMissing: '没有{label}“{value}”',
  refAmbiguous: '{label}“{value}”有 {count} 个，请改填编号',
  duplicateInFile: '与第 {first} 行重复：{label}都是“{value}”',
  taken: '{label}“{value}”已被其他记录使用',
  exists: '{label}“{value}”已存在（只新增，不覆盖）',
  fixed: '{label}建立后不能修改（现在是“{from}”）',
  requiredNew: '这一行是新增，请填写{label}（表格里没有这一列）',
  outOfScope: '这一行不在您的数据范围内',
  noAdd: '您没有新增{entity}的权限，这一行在系统里不存在',
  noUpdate: '您没有修改{entity}的权限，这一行与系统里的不同',
  tooLarge: '文件超过 {max} MB',
  noFile: '请选择要导入的文件',
  mode: '导入方式应是 insert 或 upsert，现在是“{value}”',
  state: '导入任务现在是“{state}”，不能{verb}',
  crashed: '导入进程意外中断，没有写入任何一行',
  stageLost: '暂存的数据已经失效，请重新上传',
  cancelled: '已取消，没有写入任何一行',
  changedMeanwhile: '校验之后数据有变化，现在有 {bad} 行不能导入，没有写入任何一行',
  conflict: '写入时与别人刚保存的数据冲突，没有写入任何一行，请重新上传',
  failed: '导入没有完成，没有写入任何一行：{detail}',
  unknownExport: '不能导出“{key}”这一列',
  deniedExport: '您没有权限导出“{label}”',
  deniedPlain: '您没有权限导出未脱敏的数据',
  reasonMissing: '导出敏感信息或未脱敏的数据请填写原因',
  exportState: '导出任务已经结束（{state}），不能取消',
  exportFailed: '导出失败！',
  exportStopped: '服务器重启，导出已中断，请重新导出',
} as const
export type SheetRule = keyof typeof SHEET_TEXTS

/** An error of a spreadsheet, with its values. */
export const sheetIssue = (key: SheetRule, values: Record<string, unknown> = {}, field?: string, row?: number): Issue => ({
  rule: `sheet.${key}`,
  text: SHEET_TEXTS[key],
  values,
  ...(field ? { field } : {}),
  ...(row ? { row } : {}),
})
/** Refusal of a whole spreadsheet. */
export const sheetRefusal = (key: SheetRule, values: Record<string, unknown> = {}, code: 400 | 403 | 409 | 422 = 422, field?: string): Refusal =>
  new Refusal(code, [sheetIssue(key, values, field)])
