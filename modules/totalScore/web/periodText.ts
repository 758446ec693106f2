import { TERMS } from '#modules/campus/model/calendar.ts'
import { t } from '#web/i18n/index.ts'
import { STUDY } from '../model/rules.ts'

/** A period as people say it: a term, a school year or the whole study. */
export function periodText(period: string): string {
  if (period === STUDY) return t('在校期间')
  const [xn, xqM] = [period.slice(0, 9), period.slice(10)]
  return xqM in TERMS ? `${xn} ${t(TERMS[xqM as keyof typeof TERMS])}` : xn
}
