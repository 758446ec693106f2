import type { Db } from '#server/context.ts'
import type { DormWay } from '../../model/night/evidence.ts'
import { nightSetting } from '../../model/night/night-setting.ts'
import { NIGHT_PARAMETERS } from '../../model/night/parameters.ts'
import { dormBuilding } from '../../model/setup/places.ts'

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string
export type NightSettings = { [K in keyof typeof NIGHT_PARAMETERS]: Widened<(typeof NIGHT_PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(NIGHT_PARAMETERS).map(([key, p]) => [key, p.initial]))
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** The school's settings of its nights, what it never set as the program begins. From memory. */
export async function settingsOf(db: Db): Promise<NightSettings> {
  const set = { ...INITIAL, ...(await db.params('dormitory')) } as NightSettings
  return TIME.test(set.nightRosterAt) ? set : { ...set, nightRosterAt: NIGHT_PARAMETERS.nightRosterAt.initial }
}
export interface WaysOf {
  ways: DormWay[]
  openTime: string
  closeTime: string
  gateAfter: string
}
/** Nobody is asked to go round or to vouch before the school has said so. */
const USUAL = { isSelf: true, isHead: false, isPatrol: false, isGate: true, openTime: '21:30', closeTime: '23:00', gateAfter: '18:00' }
/** 20-DN1: the ways of each enabled building, as far as it has what they need: a fence, a gate that keeps records. From memory. */
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
