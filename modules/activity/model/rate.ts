import { choice, decimal, dict, entity, type Row } from '#model'
import { growthCategory } from '#modules/growth/model/dictionaries.ts'
import { type Activity, LEVELS } from './activity.ts'

const need = { required: true } as const
const most = { min: 0, max: 99, help: '不填为不限' } as const
/** 时长积分标准: what the school gives for an activity of a category and level. */
export const activityRate = entity(
  'activity.activityRate',
  '时长积分标准',
  {
    category: dict('类别', growthCategory, need),
    level: choice('级别', LEVELS, need),
    hours: decimal('最多时长（小时）', { ...most, precision: 5, scale: 1 }),
    points: decimal('最多积分', { ...most, precision: 6, scale: 2 }),
    labourHours: decimal('最多劳动学时', { ...most, precision: 5, scale: 1 }),
  },
  {
    title: 'category',
    scope: { everyone: 'what an activity is worth is the same for the whole school' },
    cached: true,
    unique: [['category', 'level']],
    importKey: ['category', 'level'],
    sort: ['category', 'level'],
  },
)
export type ActivityRate = Row<typeof activityRate>
export const AMOUNTS = { hours: '时长（小时）', points: '积分', labourHours: '劳动学时' } as const
type Amount = keyof typeof AMOUNTS
interface Above {
  amount: Amount
  asked: number
  most: number
}
/** What of an activity lies above the table. */
export function aboveOf(of: Pick<Activity, 'category' | 'level' | Amount>, rates: Iterable<ActivityRate>): Above[] {
  const rate = [...rates].find(r => r.category === of.category && r.level === of.level)
  return (Object.keys(AMOUNTS) as Amount[]).flatMap(amount => {
    const most = rate?.[amount]
    return most !== null && most !== undefined && of[amount] > most ? [{ amount, asked: of[amount], most }] : []
  })
}
