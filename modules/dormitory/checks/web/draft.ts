import type { CheckItem } from '../model/items.ts'
import { type Mark, type Result, scoreRoom } from '../model/score.ts'
import type { SheetRoom } from './useSheet.ts'

/** Deductions of one room by key. */
export interface RoomDraft {
  marks: ReadonlySet<string>
  noOneIn: boolean
  refused: boolean
  note: string
  photoIds: readonly string[]
  photos: readonly File[]
}
export interface Tap {
  item: string
  step: string | null
  bedNo: number | null
}
export const tapKey = ({ item, step, bedNo }: Tap): string => JSON.stringify([item, step, bedNo])
export const tapOf = (key: string): Tap => {
  const [item, step, bedNo] = JSON.parse(key) as [string, string | null, number | null]
  return { item, step, bedNo }
}
export function draftOf({ mine }: SheetRoom): RoomDraft {
  const marks = (mine?.marks ?? []).flatMap(m => (m ? [tapKey({ item: m.item, step: m.step, bedNo: m.bedNo })] : []))
  return {
    marks: new Set(marks),
    noOneIn: mine?.noOneIn ?? false,
    refused: mine?.refused ?? false,
    note: mine?.note ?? '',
    photoIds: mine?.photos ?? [],
    photos: [],
  }
}
export function toggled(marks: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(marks)
  if (!next.delete(key)) next.add(key)
  return next
}
const CAP = 59
/** Estimated score: only the server knows who is excused tonight. */
export function liveScore(items: readonly CheckItem[], room: SheetRoom, { marks }: RoomDraft): Result {
  const own = (bedNo: number): string => `bed ${bedNo}`
  const all = [...marks].map((key): Mark => {
    const { item, step, bedNo } = tapOf(key)
    return { item, step, studentId: bedNo === null ? null : own(bedNo), times: 1 }
  })
  const occupants = room.occupants.flatMap(o => (o ? [{ studentId: own(o.bedNo), bedNo: o.bedNo, isExcused: false }] : []))
  return scoreRoom(items, occupants, all, CAP)
}
/** The first item that requires a photo and has none. */
export const lacksPhoto = (items: readonly CheckItem[], { marks, photoIds, photos }: RoomDraft): CheckItem | undefined =>
  photoIds.length + photos.length ? undefined : items.find(i => i.needPhoto && [...marks].some(key => tapOf(key).item === i.code))
