import { t } from '#web/i18n/index.ts'

/** Where an hour takes place. */
export const placeText = ({ room, isOnline }: { room: string | null; isOnline: boolean }): string => (isOnline ? t('线上') : (room ?? ''))
