/** Where a column's cells come from. `result` is filled in by the receiver and read from the file that comes back. */
export const SOURCES = { field: '字段', constant: '固定文字', template: '文字组合', result: '对方回填', empty: '留空' } as const
export const FORMATS = { plain: '原样', dateDash: '2026-09-01', datePlain: '20260901', yuan: '元（两位小数）', fen: '人民币分' } as const
export const CHECKS = { digits: '只有数字', citizenId: '身份证号', luhn: '卡号校验位', noSpace: '没有空格' } as const

/** One column of a receiver's file. */
export interface ProfileColumn {
  title: string
  /** Merged headers above it, outermost first. */
  groups?: readonly string[]
  source: keyof typeof SOURCES
  /** Field of the dataset, or of its result. */
  field?: string
  /** The constant, or a text with fields in braces: `{name}的奖学金`. */
  text?: string
  /** What the receiver calls our codes; a value without an entry fails the check. */
  codes?: Readonly<Record<string, string>>
  format?: keyof typeof FORMATS
  length?: number
  required?: boolean
  check?: keyof typeof CHECKS
  /** Part of the natural key by which rows of a return file are matched. */
  isKey?: boolean
}
export const MOST_COLUMNS = 200
/** Names in braces of a template. */
export const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(m => m[1] ?? '')
