/** What the order of a digest is made of. */
export interface AtRisk {
  /** Named to this very reader as somebody to look after. */
  isNamed: boolean
  /** Nights out among the last thirty. */
  before: number
  openedAt: string
}
/** 20-DN4: first who is named to the reader, then whoever was out before, the most often first, then the first time. */
export const byRisk = (a: AtRisk, b: AtRisk): number => Number(b.isNamed) - Number(a.isNamed) || b.before - a.before || Date.parse(a.openedAt) - Date.parse(b.openedAt)
