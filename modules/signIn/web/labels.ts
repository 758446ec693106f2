import { t } from '#web/i18n/index.ts'
import { formatCountdown } from '#web/values/duration.ts'
import { formatSpan } from '#web/values/format.ts'
import { WAYS, type Way, type WayRule } from '../model/ways.ts'

/** The page that a projected code opens. */
export const SIGN_PAGE = '/signIn/mine'
export const spanText = ({ opensAt, closesAt }: { opensAt: string; closesAt: string }): string => formatSpan(opensAt, closesAt)
/** 现场二维码、定位（全部都要） */
export function waysText(ways: readonly Way[], rule: WayRule): string {
  const names = ways.map(way => t(WAYS[way])).join(t('、'))
  return ways.length > 1 && rule === 'all' ? t('{{ways}}（全部都要）', { ways: names }) : names
}
/** Countdown 4:05; empty when over. */
export const leftText = (until: string, now: number): string => formatCountdown(Date.parse(until) - now)
