import type { World } from './world.ts'

/** Current assignment, with counters for quotas and floors. */
export class Seating {
  readonly bedOf: Int32Array
  readonly whoIn: Int32Array
  /** Count by floor and major. */
  readonly onFloor: Int32Array
  readonly quotaUsed: Int32Array
  readonly roomsUsed: Int32Array
  private readonly inRoom = new Map<number, number>()
  readonly world: World
  constructor(world: World) {
    this.world = world
    this.bedOf = new Int32Array(world.count).fill(-1)
    this.whoIn = new Int32Array(world.bedIds.length).fill(-1)
    this.onFloor = new Int32Array(world.floors * Math.max(1, world.majors))
    this.quotaUsed = new Int32Array(world.quotaBeds.length)
    this.roomsUsed = new Int32Array(world.quotaBeds.length)
  }
  roomOf(s: number): number {
    const bed = this.bedOf[s] as number
    return bed < 0 ? -1 : (this.world.roomOfBed[bed] as number)
  }
  /** Writes all occupants of a room, including residents, into `into`; returns their number. */
  people(room: number, into: Int32Array): number {
    let n = 0
    for (const bed of this.world.bedsOf[room] as Int32Array) {
      const s = this.whoIn[bed] as number
      if (s >= 0) into[n++] = s
    }
    for (const p of this.world.residentsOf[room] as Int32Array) into[n++] = p
    return n
  }
  put(s: number, bed: number): void {
    this.bedOf[s] = bed
    this.whoIn[bed] = s
    this.count(s, this.world.roomOfBed[bed] as number, 1)
  }
  take(s: number): void {
    const bed = this.bedOf[s] as number
    this.bedOf[s] = -1
    this.whoIn[bed] = -1
    this.count(s, this.world.roomOfBed[bed] as number, -1)
  }
  private count(s: number, room: number, by: 1 | -1): void {
    const { world } = this
    const major = world.majorOf[s] as number
    if (major >= 0) {
      const at = (world.floorOf[room] as number) * world.majors + major
      this.onFloor[at] = (this.onFloor[at] as number) + by
    }
    for (const q of world.quotasOf[s] as Int32Array) {
      this.quotaUsed[q] = (this.quotaUsed[q] as number) + by
      const key = q * world.roomIds.length + room
      const now = (this.inRoom.get(key) ?? 0) + by
      this.inRoom.set(key, now)
      if (now === (by === 1 ? 1 : 0)) this.roomsUsed[q] = (this.roomsUsed[q] as number) + by
    }
  }
  /** 20-DP1: whether the student may be placed in this room with its occupants. The student must be unplaced. */
  may(s: number, room: number): boolean {
    const { world } = this
    if (!(world.may[world.kindOf[s] as number] as Uint8Array)[room]) return false
    for (const q of world.quotasOf[s] as Int32Array) {
      if ((this.quotaUsed[q] as number) >= (world.quotaBeds[q] as number)) return false
      const most = world.quotaRooms[q] as number
      if (most >= 0 && (this.roomsUsed[q] as number) >= most && !this.inRoom.get(q * world.roomIds.length + room)) return false
    }
    return world.mixesGrades || this.isOfGrade(s, room)
  }
  private isOfGrade(s: number, room: number): boolean {
    const { world } = this
    const grade = world.gradeOf[s]
    for (const bed of world.bedsOf[room] as Int32Array) {
      const other = this.whoIn[bed] as number
      if (other >= 0 && world.gradeOf[other] !== grade) return false
    }
    for (const p of world.residentsOf[room] as Int32Array) if (world.gradeOf[p] !== grade) return false
    return true
  }
  freeBed(room: number): number {
    for (const bed of this.world.bedsOf[room] as Int32Array) if ((this.whoIn[bed] as number) < 0) return bed
    return -1
  }
}
