import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { MISSING } from '#web/values/format.ts'
import { caseCounts, graveCards, raisedCards } from '../model/actions.ts'
import { CardList } from './CardList.tsx'

export const about: PageFile['about'] = () => ({
  use: t('各学院、各辅导员名下有多少人在预警名单上，哪些过了时限还没有人处理。'),
  who: t('学院只看到人数和报上来的学生，学工处另外看到紧急的学生；分数只加你看得到的原因。每次查看都有记录。'),
  first: t('先看“过了时限”一列，联系这位辅导员；学生由辅导员跟进，办完在预警名单里结束。'),
})
/** 预警上报: how many are listed where, and whom nobody has begun to look after. */
export default function RaisedPage() {
  const may = { counts: useCan(caseCounts.permission), raised: useCan(raisedCards.permission), grave: useCan(graveCards.permission) }
  return (
    <Page title={t('预警上报')} help={t('列入名单只说明值得去看看，不用于评奖、资助、处分等任何决定。')}>
      {may.counts ? <Counts /> : null}
      {may.raised ? <Cards of={raisedCards} empty={t('没有报上来的学生')} /> : null}
      {may.grave ? <Cards of={graveCards} empty={t('没有紧急的和报上来的学生')} /> : null}
    </Page>
  )
}
function Counts() {
  const read = useRead(caseCounts, {})
  return (
    <Sheet title={t('预警人数')}>
      <Loaded of={read} lines={4} empty={({ places }) => !places.length && t('现在没有需要留意的学生')}>
        {({ places }) => (
          <PlainTable
            label={t('预警人数')}
            isCardsOnPhone
            rows={places.flatMap(one => one ?? [])}
            keyOf={one => `${one.departmentName} ${one.counsellorName}`}
            columns={[
              [t('学院'), one => one.departmentName ?? MISSING, { isHead: true }],
              [t('辅导员'), one => one.counsellorName ?? MISSING],
              [t('关注'), one => one.notice, { isNumber: true }],
              [t('过问'), one => one.look, { isNumber: true }],
              [t('紧急'), one => one.urgent, { isNumber: true }],
              [t('没有开始处理'), one => one.waiting, { isNumber: true }],
              [t('过了时限'), one => one.late, { isNumber: true }],
            ]}
          />
        )}
      </Loaded>
    </Sheet>
  )
}
function Cards({ of, empty }: { of: typeof raisedCards | typeof graveCards; empty: string }) {
  const read = useRead(of, {})
  return (
    <Sheet title={t(of.label)}>
      <Loaded of={read} lines={6}>
        {({ cards }) => (cards.length ? <CardList cards={cards.flatMap(one => one ?? [])} /> : <Empty title={empty} />)}
      </Loaded>
    </Sheet>
  )
}
