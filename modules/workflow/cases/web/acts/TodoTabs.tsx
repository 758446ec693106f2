import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { ListFrame } from '#web/records/frames.tsx'
import { Pager } from '#web/records/Pager.tsx'
import { pagingPart } from '#web/records/paging.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { myCases } from '../../model/my-cases.ts'
import { ApprovalList } from '../approvals/ApprovalList.tsx'
import { askedOf, rowsOf, TABS } from '../approvals/asked.ts'

export const tabs = { started: TABS.started, cc: TABS.cc } as const

/** Own applications and copies beside one's to-dos. */
export default function TodoTab({ tab }: { tab: keyof typeof tabs }) {
  const [params, , put] = useOwnParams()
  const asked = askedOf(params)
  const read = useRead(myCases, asked, { follows: 'todo', keeps: true })
  const rows = rowsOf(read.data?.result ?? [])
  return (
    <ListFrame>
      {read.error && !read.data ? <Loading of={read} /> : null}
      {read.data && !rows.length ? <Empty title={tab === 'cc' ? t('还没有抄送给你的申请') : t('还没有发起过申请')} /> : null}
      {!read.error && (rows.length || read.isPending) ? <ApprovalList rows={rows} tab={tab} params={params} isLoading={read.isPending} selection={undefined} /> : null}
      <Pager state={{ page: asked.current ?? 1, size: asked.size ?? 20 }} total={read.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
    </ListFrame>
  )
}
