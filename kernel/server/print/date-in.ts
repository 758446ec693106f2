import type { Lang } from '../context.ts'

/** Dates on documents are written out. */
export function dateIn(lang: Lang, date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return lang === 'en' ? date : `${year} 年 ${Number(month)} 月 ${Number(day)} 日`
}
