import type { Db } from '#server/context.ts'
import { settingsReader } from '#server/params/settings.ts'
import { dormBuilding } from '../../places/model/places.ts'
import type { DormWay } from '../model/evidence.ts'
import { nightSetting } from '../model/night-setting.ts'
import { NIGHT_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of its nights with defaults, cached. */
export const settingsOf = settingsReader('dormitory', NIGHT_PARAMETERS)
export interface WaysOf {
  ways: DormWay[]
  openTime: string
  closeTime: string
  gateAfter: string
}
/** Defaults: patrols and room heads must be enabled by the school. */
const USUAL = { isSelf: true, isHead: false, isPatrol: false, isGate: true, openTime: '21:30', closeTime: '23:00', gateAfter: '18:00' }
/** 20-DN1: sources of each enabled building whose prerequisites exist: a fence, a recording gate. Cached. */
export async function waysOfDorms(db: Db): Promise<Map<string, WaysOf>> {
  const set = new Map([...(await db.cached(nightSetting)).values()].map(s => [s.dormId, s]))
  const dorms = [...(await db.cached(dormBuilding)).values()].filter(d => d.isEnabled)
  return new Map(
    dorms.map(d => {
      const s = set.get(d.id) ?? USUAL
      const isOn: Record<DormWay, boolean> = { self: s.isSelf && d.fence !== null, head: s.isHead, patrol: s.isPatrol, gate: s.isGate && d.gateMode === 'events' }
      return [d.id, { ways: (Object.keys(isOn) as DormWay[]).filter(way => isOn[way]), openTime: s.openTime, closeTime: s.closeTime, gateAfter: s.gateAfter }]
    }),
  )
}
