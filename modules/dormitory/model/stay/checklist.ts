/** One piece of the room's furniture, as desk or student found it. */
export interface Piece {
  item: string
  state: PieceState
  note: string | null
}
export const PIECE_STATES = { good: '完好', damaged: '损坏', missing: '缺失' } as const
export type PieceState = keyof typeof PIECE_STATES
/** What is still open when somebody leaves; kept with the stay. */
export interface Debt {
  code: string
  label: string
  note: string | null
  /** Fen, where it can be said. */
  amount: number | null
}
export const OWN_POINTS = { key: '钥匙未交', furniture: '家具损坏或缺失' } as const

/** The school's list, one word after another: 床、书桌、椅子. */
export const furnitureOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，、;；\s]+/)
      .map(x => x.trim())
      .filter(Boolean),
  ),
]
/** Everything in order unless somebody says otherwise; what is not on the list is not asked about. */
export function piecesOf(list: readonly string[], given: readonly Piece[] = []): Piece[] {
  const said = new Map(given.map(p => [p.item, p]))
  return list.map(item => said.get(item) ?? { item, state: 'good', note: null })
}
/** 20-DR4: what stays open of key and furniture, in the words of the list. */
export function ownPoints({ hasKey, keyNo, pieces }: { hasKey: boolean; keyNo: string | null; pieces: readonly Piece[] }): Debt[] {
  const broken = pieces.filter(p => p.state !== 'good')
  const key: Debt[] = hasKey ? [] : [{ code: 'key', label: OWN_POINTS.key, note: keyNo, amount: null }]
  const words = broken.map(p => (p.note ? `${p.item}（${p.note}）` : p.item)).join('、')
  return [...key, ...(broken.length ? [{ code: 'furniture', label: OWN_POINTS.furniture, note: words, amount: null }] : [])]
}
/** 20-DR3: until when the student may say what was broken before. */
export const reportUntil = (checkInAt: string, hours: number): string => new Date(Date.parse(checkInAt) + hours * 3_600_000).toISOString()
