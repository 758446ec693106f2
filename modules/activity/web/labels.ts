import { t } from '#web/i18n/index.ts'
import { formatSpan } from '#web/values/format.ts'

/** What a change of an enrolment changes on the screen. */
export const CHANGES = ['activity', 'activityEnrolment', 'todo']
export const PROPOSAL_CHANGES = ['activity', 'activityEnrolment', 'processInstance', 'todo']
/** What a change of its costs changes. */
export const COST_CHANGES = ['activity', 'activityCost', 'activityClosing', 'society', 'processInstance', 'todo']
export const timesText = ({ startAt, endAt }: { startAt: string; endAt: string }): string => formatSpan(startAt, endAt)
interface Earned {
  hours: number
  points: number
  labourHours: number
}
/** 2 小时 · 1 分 · 1 劳动学时 */
export const earnedText = ({ hours, points, labourHours }: Earned): string =>
  [hours ? t('{{n}} 小时', { n: hours }) : null, points ? t('{{n}} 积分', { n: points }) : null, labourHours ? t('{{n}} 劳动学时', { n: labourHours }) : null]
    .filter(Boolean)
    .join(' · ')
export const whereText = ({ place, online }: { place: string | null; online: boolean }): string => [online ? t('线上') : null, place].filter(Boolean).join(' · ')
/** 信息工程学院 10、艺术设计学院 5、其他同学 5 */
export const sharesText = (groups: ReadonlyArray<{ name: string; seats: number } | null>): string => groups.flatMap(g => (g?.seats ? [`${g.name} ${g.seats}`] : [])).join('、')
/** States in which there is a list of who takes part. */
export const LISTED: ReadonlySet<string> = new Set(['approved', 'settled'])
