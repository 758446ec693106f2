import { t } from '#web/i18n/index.ts'

/** The page that a code on a unit's screen opens. */
export const WORK_PAGE = '/workStudy/mine'
/** 2.5 小时 */
export const hours = (n: number): string => t('{{n}} 小时', { n: n.toFixed(1) })
