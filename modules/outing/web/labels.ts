import { formatDatetime } from '#web/records/format.ts'

export const spanText = (row: { outPlanned: string; backPlanned: string }): string => `${formatDatetime(row.outPlanned)} – ${formatDatetime(row.backPlanned)}`
