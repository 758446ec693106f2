import { t } from '#web/i18n/index.ts'
import { USER_TYPES } from '../model/user.ts'

/** 1 staff, 2 student …; the code itself if unknown. */
export const userTypeName = (type: number | null | undefined): string => (type && Object.hasOwn(USER_TYPES, type) ? t(USER_TYPES[type as keyof typeof USER_TYPES]) : '—')
