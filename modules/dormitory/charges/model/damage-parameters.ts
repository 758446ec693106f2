import type { Parameter } from '#model'

/** Settings of damages. */
export const DAMAGE_PARAMETERS = {
  damageObjectionDays: { label: '损坏赔偿异议期', initial: 2, min: 1, max: 14, unit: '天', help: '告知学生后这么多天内可以提出异议，过后计入应缴' },
  damageDueDays: { label: '损坏赔偿缴费期限', initial: 14, min: 1, max: 180, unit: '天' },
} as const satisfies Readonly<Record<string, Parameter>>
