import type { Actor, Answer } from '#testing/school.ts'
import type { DormSchool } from '../stays/testing.ts'
import { dormBed, dormBuilding, dormFloor, dormRoom } from './model/places.ts'

const PLACES = { dormBuilding, dormFloor, dormRoom, dormBed }
/** Updates a place with its current version, as the UI does. */
export async function changePlace(s: DormSchool, entity: keyof typeof PLACES, name: string, patch: Record<string, unknown>, who: Actor = s.officer): Promise<Answer<unknown>> {
  const { version } = await s.db.unscoped(PLACES[entity] as typeof dormRoom).one(s.at(name))
  return who.post(`dorm/${entity}/update`, { id: s.at(name), version, ...patch })
}
