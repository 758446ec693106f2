import dayjs from 'dayjs'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { type Dimension, MOVEMENTS, type Movement, lineName as nameOf } from '../../model/statistics.ts'

export const today = (): string => dayjs().format('YYYY-MM-DD')
export const yearBefore = (day: string): string => dayjs(day).subtract(1, 'year').format('YYYY-MM-DD')
export const yearsBefore = (day: string, years: number): string => dayjs(day).subtract(years, 'year').format('YYYY-MM-DD')
/** 98.0% */
export const share = (part: number, whole: number): string => (whole ? `${formatNumber((part * 100) / whole, 1)}%` : '—')

const WORDS: Parameters<typeof nameOf>[2] = { say: t, grade: n => t('{{n}} 级', { n }), age: n => t('{{n}} 岁', { n }) }
/** Name of a group in the reader's language. */
export const lineName = (line: Parameters<typeof nameOf>[0], of: Dimension): string => nameOf(line, of, WORDS)
/** Encodes a group key for the query string, which cannot carry an empty one. */
export const askKey = (key: string): string => (key === '' ? '-' : key)
/** Label of a movement; 新增 alone is also a button's verb, which other languages distinguish. */
export const movementName = (movement: Movement): string => (movement === 'joined' ? t('新增学籍') : t(MOVEMENTS[movement]))
