import type { Db } from '#server/context.ts'
import { type Passage, passagesOf } from '../../access/server/api.ts'
import type { Evidence } from '../model/evidence.ts'
import { type DormNight, dormNights } from './dorm-nights.ts'

/** A building's own door records in or out; a campus gate only an exit. */
const isAbout = (p: Passage, dormId: string): boolean => p.dormId === dormId || (p.dormId === null && p.direction === 'out')
/** 20-DN1: from the building's evening hour until its gate opens. */
const isWithin = (p: Passage, { gateAfter, gateOpening }: DormNight): boolean => Date.parse(p.at) >= Date.parse(gateAfter) && Date.parse(p.at) < Date.parse(gateOpening)
const asEvidence = (p: Passage): Evidence => ({ way: 'gate', says: p.direction, at: p.at, by: null })

/** The last gate record of students in a night, where their building uses the gate. */
export async function gateNews(db: Db, date: string, lines: ReadonlyArray<{ studentId: string; dormId: string }>, now = Date.now()): Promise<Map<string, Evidence[]>> {
  const nights = await dormNights(db, date)
  const asked = lines.filter(l => nights.get(l.dormId)?.ways.includes('gate'))
  const [span] = [...nights.values()].filter(n => n.ways.includes('gate'))
  if (!asked.length || !span) return new Map()
  const from = [...nights.values()].map(n => n.gateAfter).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? span.gateAfter
  const passages = await passagesOf(db, { from, to: new Date(now + 1).toISOString(), studentIds: asked.map(l => l.studentId) })
  const dormOf = new Map(asked.map(l => [l.studentId, l.dormId]))
  const last = new Map<string, Passage>()
  for (const p of passages) {
    const night = nights.get(dormOf.get(p.studentId) ?? '')
    if (night && isAbout(p, night.dormId) && isWithin(p, night)) last.set(p.studentId, p)
  }
  return new Map([...last].map(([id, p]) => [id, [asEvidence(p)]]))
}
