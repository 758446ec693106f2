import { t } from '#web/i18n/index.ts'
import { formatSpan } from '#web/values/format.ts'

export const CHANGES = ['labourEnrolment', 'labourProject']
/** 10月10日 14:00 至 16:00，2 学时 */
export const sessionText = ({ start, end, hours }: { start: string; end: string; hours: number }): string => t('{{span}}，{{n}} 学时', { span: formatSpan(start, end), n: hours })
