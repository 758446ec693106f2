import { t } from '#web/i18n/index.ts'
import { deviceOf } from '../model/device.ts'

/** Windows Chrome 131 */
export function deviceWords(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent)
  return [system, browser].filter(Boolean).join(' ') || t('未知设备')
}
