import { choice, integer, list, shape, text } from '#model'

export const SEGMENT_KINDS = {
  year4: '年级（四位）',
  year2: '年级（两位）',
  level: '培养层次',
  dept: '院系号',
  major: '专业号',
  class: '班号',
  fixed: '固定字符',
  seq: '顺序号',
  check: '校验位',
} as const
export type SegmentKind = keyof typeof SEGMENT_KINDS
/** Kinds whose length is given by what they are. */
export const FIXED_LENGTHS: Readonly<Partial<Record<SegmentKind, number>>> = { year4: 4, year2: 2, check: 1 }
export const MOST_LENGTH = 20
export const segmentsField = list(
  '号段',
  shape('号段', {
    kind: choice('种类', SEGMENT_KINDS, { required: true }),
    length: integer('位数', { required: true, min: 1, max: 12 }),
    value: text('字符', { max: 12, format: 'code', help: '固定字符时填写' }),
  }),
  { required: true, min: 1, max: 12 },
)
export interface Segment {
  kind: SegmentKind
  length: number
  value?: string | null | undefined
}
/** What the number of a student is made of. */
export interface Codes {
  grade: number
  level: string
  dept: string
  major: string
  /** Missing while the student has no class. */
  classNo: string | null
}
/** Why segments make no rule; undefined if they do. */
export function segmentFault(segments: readonly Segment[]): 'seqOnce' | 'checkLast' | 'tooLong' | 'fixedForm' | 'lengthForm' | undefined {
  if (segments.filter(s => s.kind === 'seq').length !== 1) return 'seqOnce'
  if (segments.some((s, n) => s.kind === 'check' && n !== segments.length - 1)) return 'checkLast'
  if (lengthOf(segments) > MOST_LENGTH) return 'tooLong'
  if (segments.some(s => s.kind === 'fixed' && s.value?.length !== s.length)) return 'fixedForm'
  if (segments.some(s => (FIXED_LENGTHS[s.kind] ?? s.length) !== s.length)) return 'lengthForm'
  return undefined
}
export const lengthOf = (segments: readonly Segment[]): number => segments.reduce((sum, s) => sum + s.length, 0)
/** Greatest sequence number that has room. */
export const mostOf = (segments: readonly Segment[]): number => 10 ** (segments.find(s => s.kind === 'seq')?.length ?? 1) - 1
export const needsClass = (segments: readonly Segment[]): boolean => segments.some(s => s.kind === 'class')
/** The last characters of a code, filled up with zeros in front. */
const fitted = (code: string, length: number): string => code.slice(-length).padStart(length, '0')
const PARTS: Readonly<Record<Exclude<SegmentKind, 'seq' | 'check' | 'fixed'>, (codes: Codes) => string>> = {
  year4: c => String(c.grade),
  year2: c => String(c.grade),
  level: c => c.level,
  dept: c => c.dept,
  major: c => c.major,
  class: c => c.classNo ?? '',
}
function part({ kind, length, value }: Segment, codes: Codes, seq: number, before: string): string {
  if (kind === 'fixed') return value ?? ''
  if (kind === 'seq') return String(seq).padStart(length, '0')
  if (kind === 'check') return luhn(before)
  return fitted(PARTS[kind](codes), length)
}
export const numberOf = (segments: readonly Segment[], codes: Codes, seq: number): string => segments.reduce((before, s) => before + part(s, codes, seq, before), '')
/** What stands before the sequence number. */
export function prefixOf(segments: readonly Segment[], codes: Codes): string {
  const at = segments.findIndex(s => s.kind === 'seq')
  return numberOf(segments.slice(0, at), codes, 0)
}
/** Check digit by ISO/IEC 7812-1; a letter counts as its place in the alphabet. */
export function luhn(text: string): string {
  const digits = [...text].map(c => Number.parseInt(c, 36) % 10).reverse()
  const sum = digits.reduce((all, digit, n) => all + (n % 2 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2), 0)
  return String((10 - (sum % 10)) % 10)
}
export const EXAMPLE: Codes = { grade: 2026, level: '5', dept: '08', major: '610205', classNo: '260803' }
/** 年级 4 位、院系 2 位、专业 2 位、班 2 位、顺序 2 位. */
export const USUAL_SEGMENTS = (
  [
    ['year4', 4],
    ['dept', 2],
    ['major', 2],
    ['class', 2],
    ['seq', 2],
  ] as const
).map(([kind, length]) => ({ kind, length, value: null }))
