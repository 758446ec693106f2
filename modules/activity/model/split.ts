import { choice, datetime, integer, list, shape, text } from '#model'

const need = { required: true } as const
/** By what the seats of an activity are shared out. */
export const SPLITS = { college: '学院', grade: '年级', gender: '性别' } as const
export type Split = keyof typeof SPLITS
export const MOST_SEATS = 20_000
const share = shape('一组', { key: text('组', { ...need, min: 1, max: 36 }), seats: integer('名额', { ...need, min: 1, max: MOST_SEATS }) }, need)
/** 60-AT3: seats kept for groups; what is left of the quota is for everybody. */
export const splitForm = {
  splitBy: choice('名额划分', SPLITS, { help: '各组只能用本组的名额和没有划分的名额；候补也在组内排队，每组各有“候补人数”那么多' }),
  quotaSplit: list('各组名额', share, { max: 60, help: '合计不超过名额，余下的谁都可以报' }),
  splitUntil: datetime('划分截止', { help: '到时各组没用完的名额给所有候补的人。不填的，先到先得到报名结束，组织者选定的到活动开始' }),
} as const
/** Groups with the seats kept for them, as they are called. */
export const groupShare = { key: text('组', { max: 36 }), name: text('名称', { ...need, max: 60 }), seats: integer('名额', need) } as const
export const groupShares = list('各组名额', shape('一组', groupShare), need)
export interface Share {
  key: string
  seats: number
}
export const sharesOf = (of: ReadonlyArray<Share | null> | null | undefined): Share[] => (of ?? []).flatMap(s => s ?? [])
export const sumOf = (shares: readonly Share[]): number => shares.reduce((sum, s) => sum + s.seats, 0)
export interface Seats {
  quota: number
  shares: readonly Share[]
  /** Seats that are taken, by group; null is whoever is in none. */
  held: ReadonlyMap<string | null, number>
  /** Whether what groups did not use is for everybody by now. */
  isOver: boolean
}
const totalOf = (of: ReadonlyMap<string | null, number>): number => [...of.values()].reduce((a, b) => a + b, 0)
/** What is free in all, of each group's own, and of what is kept for none. */
function freeOf({ quota, shares, held }: Seats) {
  const kept = new Map<string | null, number>(shares.map(s => [s.key, s.seats]))
  // a group that has more than its own took them from what is kept for none
  const beyond = [...held].reduce((sum, [key, n]) => sum + Math.max(0, n - (kept.get(key) ?? 0)), 0)
  return { free: quota - totalOf(held), open: quota - sumOf(shares) - beyond, own: (key: string | null, more = 0) => (kept.get(key) ?? 0) - (held.get(key) ?? 0) - more }
}
/** Of these, in their order, those for whom there is a seat: first of the own group, then one that is kept for none. */
export function seated<T extends { splitKey: string | null }>(rows: readonly T[], seats: Seats): T[] {
  let { free, open } = freeOf(seats)
  const { own } = freeOf(seats)
  const got = new Set<T>()
  const more = new Map<string | null, number>()
  for (const row of rows) {
    const of = more.get(row.splitKey) ?? 0
    if (free <= 0 || own(row.splitKey, of) <= 0) continue
    more.set(row.splitKey, of + 1)
    got.add(row)
    free--
  }
  for (const row of rows) {
    if (got.has(row) || free <= 0 || !(seats.isOver || open > 0)) continue
    got.add(row)
    free--
    open--
  }
  return rows.filter(r => got.has(r))
}
/** How many more of one group have a seat. */
export function roomFor(key: string | null, seats: Seats): number {
  const { free, open, own } = freeOf(seats)
  return Math.max(0, seats.isOver ? free : Math.min(free, Math.max(0, own(key)) + Math.max(0, open)))
}
