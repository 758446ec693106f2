import type { BedState } from '../model/places.ts'
import type { DormMap } from './MapPage.tsx'

export type Floor = NonNullable<NonNullable<DormMap['floors']>[number]>
export type Room = NonNullable<NonNullable<Floor['rooms']>[number]>
export const floorsIn = (map: DormMap): Floor[] => map.floors ?? []
export const roomsOn = (floor: Floor): Room[] => floor.rooms ?? []
export const bedsOf = (room: Room) => room.beds ?? []
export const roomsIn = (map: DormMap): Room[] => floorsIn(map).flatMap(roomsOn)
export const bedsIn = (map: DormMap) => roomsIn(map).flatMap(bedsOf)
export const count = (rooms: readonly Room[], state: BedState): number => rooms.reduce((n, room) => n + bedsOf(room).filter(b => b.state === state).length, 0)
/** Rooms without beds are labelled by usage. */
export const isCommon = (room: Room): boolean => room.usage !== 'student' && room.usage !== 'reserve' && bedsOf(room).length === 0
