import { type NightSign, nightSigns } from '#modules/signIn/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Evidence } from '../model/evidence.ts'
import { dormNights } from './dorm-nights.ts'

const asEvidence = ({ lineId, signedAt, name, by }: NightSign): Evidence => ({ way: 'self', says: 'in', at: signedAt, by, note: name, signLineId: lineId })

/** 20-DH5: sign-in task (晚间归寝) evidence for lines of a night, from the building's evening hour until its gate opens. Lines without any get an empty list. */
export async function signNews(db: Db, date: string, lines: ReadonlyArray<{ studentId: string; dormId: string }>): Promise<Map<string, Evidence[]>> {
  const news = new Map<string, Evidence[]>(lines.map(l => [l.studentId, []]))
  const nights = await dormNights(db, date)
  const times = [...nights.values()].flatMap(n => [n.gateAfter, n.gateOpening]).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  const [from, to] = [times[0], times.at(-1)]
  if (!lines.length || !from || !to) return news
  const dormOf = new Map(lines.map(l => [l.studentId, l.dormId]))
  for (const sign of await nightSigns(db, { from, to, studentIds: [...news.keys()] })) {
    const night = nights.get(dormOf.get(sign.studentId) ?? '')
    const at = Date.parse(sign.signedAt)
    if (night && at >= Date.parse(night.gateAfter) && at < Date.parse(night.gateOpening)) news.get(sign.studentId)?.push(asEvidence(sign))
  }
  return news
}
