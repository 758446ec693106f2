import { HOUR_MS } from '#model/days.ts'

/** A piece of furniture with its condition, as recorded by desk or student. */
export interface Piece {
  item: string
  state: PieceState
  note: string | null
}
export const PIECE_STATES = { good: '完好', damaged: '损坏', missing: '缺失' } as const
export type PieceState = keyof typeof PIECE_STATES
/** Open items at check-out, stored with the stay. */
export interface Debt {
  code: string
  label: string
  note: string | null
  /** Fen, if known. */
  amount: number | null
}
export const OWN_POINTS = { key: '钥匙未交', furniture: '家具损坏或缺失' } as const

/** The school's list, separated by 、: 床、书桌、椅子. */
export const furnitureOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，、;；\s]+/)
      .map(x => x.trim())
      .filter(Boolean),
  ),
]
/** All pieces in order unless reported; pieces outside the list are ignored. */
export function piecesOf(list: readonly string[], given: readonly Piece[] = []): Piece[] {
  const said = new Map(given.map(p => [p.item, p]))
  return list.map(item => said.get(item) ?? { item, state: 'good', note: null })
}
/** 20-DR4: open items of key and furniture, as worded in the list. */
export function ownPoints({ hasKey, keyNo, pieces }: { hasKey: boolean; keyNo: string | null; pieces: readonly Piece[] }): Debt[] {
  const broken = pieces.filter(p => p.state !== 'good')
  const key: Debt[] = hasKey ? [] : [{ code: 'key', label: OWN_POINTS.key, note: keyNo, amount: null }]
  const words = broken.map(p => (p.note ? `${p.item}（${p.note}）` : p.item)).join('、')
  return [...key, ...(broken.length ? [{ code: 'furniture', label: OWN_POINTS.furniture, note: words, amount: null }] : [])]
}
/** 20-DR3: deadline for the student to report existing damage. */
export const reportUntil = (checkInAt: string, hours: number): string => new Date(Date.parse(checkInAt) + hours * HOUR_MS).toISOString()
