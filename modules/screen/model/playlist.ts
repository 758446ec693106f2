import { bool, entity, integer, json, text } from '#model'
import { weekdayOf } from '#model/days.ts'
import { isWithinHours } from '#model/hours.ts'
import { schoolDate } from '#model/school-time.ts'

/** One big screen of a playlist. */
export interface PlaylistItem {
  screen: string
  seconds: number
  /** Time window, may span midnight; both or none. */
  from?: string | null
  to?: string | null
  /** 1 is Monday; empty means every day. */
  weekdays?: readonly number[] | null
}
/** 播放列表: big screens rotating on one device. */
export const playlist = entity(
  'screen.playlist',
  '播放列表',
  {
    name: text('名称', { required: true, max: 40, search: true, sortable: true }),
    items: json<readonly PlaylistItem[], { required: true }>('内容', { required: true }),
    isEnabled: bool('启用', { required: true, initial: true }),
    itemCount: integer('项数', { computed: true }),
    cycleSeconds: integer('一轮（秒）', { computed: true }),
  },
  {
    title: 'name',
    // playlists contain no data; the permission is reserved to screen administrators
    scope: { everyone: 'a setting of the school: what its screens show' },
    cached: true,
    unique: [['name']],
    select: 'scoped',
    sort: ['name'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      itemForm: '第 {n} 项的“{what}”不对',
      noItems: '播放列表至少要有一项',
      unknownScreen: '没有名为“{screen}”的大屏',
      inUse: '“{device}”正在用“{name}”，先给它换一个播放列表',
    },
  },
)
export const [LEAST_SECONDS, MOST_SECONDS, MOST_ITEMS] = [5, 3600, 30] as const
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value)
export type ItemFault = { n: number; what: '大屏' | '秒数' | '时段' | '星期' }
/** Parses the stored items; returns the first fault. */
export function parseItems(given: unknown): PlaylistItem[] | ItemFault {
  const items: PlaylistItem[] = []
  for (const [at, one] of (Array.isArray(given) ? given.slice(0, MOST_ITEMS + 1) : []).entries()) {
    const { screen, seconds, from, to, weekdays } = Object(one) as Record<string, unknown>
    const n = at + 1
    if (typeof screen !== 'string' || !screen || n > MOST_ITEMS) return { n, what: '大屏' }
    if (!Number.isInteger(seconds) || Number(seconds) < LEAST_SECONDS || Number(seconds) > MOST_SECONDS) return { n, what: '秒数' }
    if (Boolean(from) !== Boolean(to) || (from && !isTime(from)) || (to && !isTime(to))) return { n, what: '时段' }
    const days = Array.isArray(weekdays) ? [...new Set(weekdays as unknown[])] : []
    if (!days.every(d => Number.isInteger(d) && Number(d) >= 1 && Number(d) <= 7)) return { n, what: '星期' }
    items.push({ screen, seconds: Number(seconds), from: isTime(from) ? from : null, to: isTime(to) ? to : null, weekdays: days.length ? days.map(Number).sort() : null })
  }
  return items
}
/** Whether an item is due at a moment. */
export const isDue = ({ from, to, weekdays }: Pick<PlaylistItem, 'from' | 'to' | 'weekdays'>, now: Date): boolean =>
  (!from || !to || isWithinHours(from, to, now)) && (!weekdays?.length || weekdays.includes(weekdayOf(schoolDate(now))))
