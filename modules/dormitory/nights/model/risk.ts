/** Sort criteria of the digest. */
export interface AtRisk {
  /** Listed with this reader as somebody to watch. */
  isNamed: boolean
  /** Nights out in the last thirty. */
  before: number
  openedAt: string
}
/** 20-DN4: students listed with the reader first, then by number of previous nights out, then first-time cases. */
export const byRisk = (a: AtRisk, b: AtRisk): number => Number(b.isNamed) - Number(a.isNamed) || b.before - a.before || Date.parse(a.openedAt) - Date.parse(b.openedAt)
