import type { FloorWish } from './swap-post.ts'

export interface Offer {
  dormId: string
  floorNo: number
  roomType: string
}
export interface Wish {
  dormIds: ReadonlyArray<string | null> | null
  roomType: string | null
  floors: FloorWish | null
}
const LEVELS: Readonly<Record<FloorWish, readonly [from: number, to: number]>> = { low: [-9, 2], middle: [3, 4], high: [5, 99] }
/** Whether a bed matches a wish; empty criteria match anything. */
export function suits({ dormIds, roomType, floors }: Wish, bed: Offer): boolean {
  if (dormIds?.length && !dormIds.includes(bed.dormId)) return false
  if (roomType && roomType !== bed.roomType) return false
  if (!floors) return true
  const [from, to] = LEVELS[floors]
  return bed.floorNo >= from && bed.floorNo <= to
}
const PHONE = /\d{5,}/
const ROOM = /\d{3,4}\s*(室|房|寝|宿舍|-\d)/
/** Personal data in a note that is shown anonymously. */
export function personalIn(note: string | null | undefined, names: readonly string[]): string | undefined {
  if (!note) return undefined
  return names.find(name => name.length > 1 && note.includes(name)) ?? PHONE.exec(note)?.[0] ?? ROOM.exec(note)?.[0]
}
