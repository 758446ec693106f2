import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Pager } from '#web/records/Pager.tsx'
import { pagingOf, pagingPart } from '#web/records/paging.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { glassRegister } from '../model/break-glass.ts'
import { holdReaders } from '../model/reader-hold.ts'

export const about: PageFile['about'] = () => ({
  use: t('谁在什么时候、为什么紧急查看了哪名学生的个案。'),
  who: t('心理中心主任看到全部，其他咨询师看到自己个案组的。'),
  first: t('收到提醒后马上看，有疑问的直接联系查看人。'),
})
/** 紧急查看登记 */
export default function GlassRegisterPage() {
  const [params, , put] = useOwnParams()
  const paging = pagingOf(params)
  const read = useRead(glassRegister, paging, { keeps: true })
  const rows = read.data?.result.flatMap(r => r ?? [])
  return (
    <Page
      title={t('紧急查看登记')}
      actions={<FormButton of={holdReaders} note={t('学生过几天会在“谁看过我的敏感信息”里看到；现在知道会有危险的，由主任延后。')} done={t('已延后')} />}
    >
      {rows ? null : <Loading of={read} lines={6} />}
      {rows?.length === 0 ? <Empty title={t('还没有人紧急查看过')} /> : null}
      {rows?.length ? (
        <Sheet label={t('紧急查看登记')}>
          <PlainTable
            label={t('紧急查看登记')}
            rows={rows}
            keyOf={r => r.id}
            isCardsOnPhone
            columns={[
              [t('时间'), r => formatDatetime(r.at), { isHead: true }],
              [t('查看人'), r => r.by],
              [t('姓名'), r => r.name],
              [t('班级'), r => r.className ?? MISSING],
              [t('为什么'), r => r.why ?? MISSING],
              [t('看到几时'), r => formatDatetime(r.until)],
              [t('关注个案'), r => (r.hasCase ? <State tone="going">{t('有个案')}</State> : <State tone="over">{t('没有个案')}</State>)],
            ]}
          />
          <Pager state={{ page: paging.current, size: paging.size }} total={read.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
        </Sheet>
      ) : null}
    </Page>
  )
}
