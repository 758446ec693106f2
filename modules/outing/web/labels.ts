import { formatDatetime } from '#web/values/format.ts'

export const spanText = (row: { outPlanned: string; backPlanned: string }): string => `${formatDatetime(row.outPlanned)} – ${formatDatetime(row.backPlanned)}`
