/** How much danger a talk has found; a judgement of risk, no diagnosis (50-MH15). */
export const RISKS = { none: '未见风险', watch: '需要留意', high: '风险较高', urgent: '现实危险' } as const
