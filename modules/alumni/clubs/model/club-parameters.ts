import type { Parameter } from '#model'

export const CLUB_PARAMETERS = {
  'club.minFounders': { label: '成立校友会的发起人', initial: 5, min: 1, max: 100, unit: '人' },
} as const satisfies Readonly<Record<string, Parameter>>
