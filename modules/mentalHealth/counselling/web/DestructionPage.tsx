import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Pager } from '#web/records/Pager.tsx'
import { pagingOf, pagingPart } from '#web/records/paging.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime, formatNumber, MISSING } from '#web/values/format.ts'
import { destructions } from '../model/destruction.ts'

export const about: PageFile['about'] = () => ({
  use: t('学生离校满保存年限后，咨询记录自动销毁；这里是销毁的清册。'),
  who: t('心理中心主任。清册只有数量，没有内容。'),
  first: t('保存年限在系统参数里改；销毁后不能恢复。'),
})
/** 销毁记录 */
export default function DestructionPage() {
  const [params, , put] = useOwnParams()
  const paging = pagingOf(params)
  const read = useRead(destructions, paging, { keeps: true })
  const rows = read.data?.result.flatMap(r => r ?? [])
  return (
    <Page title={t('销毁记录')}>
      {rows ? null : <Loading of={read} lines={6} />}
      {rows?.length === 0 ? <Empty title={read.data?.isHead ? t('还没有到期销毁的记录') : t('只有心理中心主任可以查看')} /> : null}
      {rows?.length ? (
        <Sheet label={t('销毁记录')}>
          <PlainTable
            label={t('销毁记录')}
            rows={rows}
            keyOf={r => r.id}
            isCardsOnPhone
            columns={[
              [t('销毁时间'), r => formatDatetime(r.at), { isHead: true }],
              [t('姓名'), r => r.name],
              [t('学号'), r => r.studentNo ?? MISSING],
              [t('离校日期'), r => formatDate(r.leftOn)],
              [t('保存年限'), r => formatNumber(r.keptYears), { isNumber: true }],
              [t('咨询记录（条）'), r => formatNumber(r.records), { isNumber: true }],
              [t('预约时写的话（条）'), r => formatNumber(r.intakes), { isNumber: true }],
            ]}
          />
          <Pager state={{ page: paging.current, size: paging.size }} total={read.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
        </Sheet>
      ) : null}
    </Page>
  )
}
