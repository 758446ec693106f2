import type { Field } from './field.ts'

/** Field kinds available in the module designer, with their labels. */
export const DESIGNED_KINDS = {
  text: '文字',
  integer: '整数',
  decimal: '小数',
  money: '金额',
  date: '日期',
  time: '时间',
  datetime: '日期和时间',
  bool: '是否',
  choice: '选项',
  ref: '引用',
  rich: '富文本',
  files: '附件',
} as const satisfies Partial<Record<Field['kind'], string>>
export type DesignedKind = keyof typeof DESIGNED_KINDS
/** Kinds with a maximum length or value. */
export const hasMax = (kind: DesignedKind): boolean => kind === 'text' || kind === 'integer' || kind === 'decimal' || kind === 'money'

/** A field in a module design. */
export interface DesignedField {
  name: string
  label: string
  kind: DesignedKind
  isRequired?: boolean | null
  isUnique?: boolean | null
  isSearched?: boolean | null
  isPersonal?: boolean | null
  max?: number | null
  /** With `choice`: code and label. */
  choices?: ReadonlyArray<{ key: string; label: string }> | null
  /** With `ref`: name of the target entity. */
  to?: string | null
}
/** Design of a module with one entity. */
export interface Design {
  code: string
  name: string
  entity: string
  label: string
  fields: readonly DesignedField[]
}
/** Default fields of a new design. */
export const NAMED_FIELDS: readonly DesignedField[] = [
  { name: 'code', label: '编号', kind: 'text', isRequired: true, isUnique: true, isSearched: true, max: 20 },
  { name: 'name', label: '名称', kind: 'text', isRequired: true, isSearched: true, max: 60 },
]
