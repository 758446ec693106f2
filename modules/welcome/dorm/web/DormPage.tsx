import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { placeInBed } from '../model/needs.ts'
import { claimOverview } from '../model/overview.ts'
import { Links } from './dorm/Links.tsx'
import { Needs } from './dorm/Needs.tsx'
import { Overview } from './dorm/Overview.tsx'
import { Placements } from './dorm/Placements.tsx'
import { useLinkedBatch } from './dorm/useLinkedBatch.ts'

const VIEWS = { overview: '认领情况', needs: '老师安排', placements: '安排结果', links: '设置' } as const
/** 迎新 → 宿舍认领: how far the choice of beds is, beds for those who need a certain one, and how the choice of beds belongs to a batch. */
export default function DormPage() {
  const [params] = useOwnParams()
  const maySee = useCan(claimOverview.permission)
  const mayRead = useCan('welcome:dormPlacement:list')
  const mayPlace = useCan(placeInBed.permission)
  const shown = useView(VIEWS, { may: view => (view === 'needs' ? mayPlace : view === 'overview' ? maySee : view === 'placements' ? mayRead : true) })
  const linked = useLinkedBatch()
  const views = <ViewSwitch of={shown} />
  const of = { views, batchId: params.get('batchId') ?? linked }
  if (shown.view === 'overview') return <Overview {...of} />
  if (shown.view === 'placements') return <Placements views={views} />
  return shown.view === 'needs' ? <Needs {...of} /> : <Links views={views} />
}
export const about: PageFile['about'] = () => ({
  use: t('新生选床位到了哪一步：谁可以选、谁还差什么、谁没有床位；需要照顾的先由老师安排。'),
  who: t('学工处设置和安排，招生办看全校，学院和辅导员看自己的学生。'),
  first: t('先在“宿舍管理 → 选床位轮次”建好轮次，受众选这一级的新生，再到“设置”里关联；点班级看没有床位的人。'),
})
