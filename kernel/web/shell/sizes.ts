import { t } from '#web/i18n/index.ts'
import type { ThemeConfiguration } from '#web/theme/config.ts'

/** The customer's three sizes of components. */
export const sizeNames = (): ReadonlyArray<readonly [ThemeConfiguration['globalComponentSize'], string]> => [
  ['large', t('大')],
  ['default', t('默认')],
  ['small', t('小')],
]
