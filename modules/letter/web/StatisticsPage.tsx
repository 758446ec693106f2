import { percentOf } from '#model/percent.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { sendingStatistics } from '../model/statistics.ts'

const share = (part: number, whole: number): string => `${percentOf(part, whole) ?? 0}%`
/** 录取通知书 → 寄递统计: where the letters are, how long they took, and from where they came back. */
export default function StatisticsPage() {
  return (
    <Page title={t('寄递统计')}>
      <Statistics of={sendingStatistics} days={180} empty={data => (data.sent ? undefined : t('这段时间没有寄出通知书'))}>
        {data => (
          <>
            <Sentence>
              {t('寄出 {{sent}} 份，签收 {{delivered}}，退回 {{returned}}；寄出后平均 {{carried}} 天签收。', {
                sent: data.sent,
                delivered: share(data.delivered, data.sent),
                returned: share(data.returned, data.sent),
                carried: data.carried ?? '—',
              })}
            </Sentence>
            <Figures label={t('寄递统计')}>
              <Figure label={t('已寄出')} value={data.sent} />
              <Figure label={t('在途')} value={data.going} to="/letter/sending?view=sent" />
              <Figure label={t('签收')} value={data.delivered} />
              <Figure label={t('退回')} value={data.returned} to="/letter/letters?view=returned" />
              <Figure label={t('录取到签收（天）')} value={data.days ?? '—'} />
            </Figures>
            <Trend title={t('每日寄出')} points={data.byDay} at={g => g.label} series={[{ name: t('份数'), of: g => g.sent }]} />
            <Sheet title={t('各省份')}>
              <PlainTable
                label={t('各省份')}
                rows={data.byProvince}
                keyOf={row => row?.key ?? ''}
                isLong
                columns={[
                  [t('省份'), row => row?.label, { isHead: true }],
                  [t('已寄出'), row => row?.sent, { isNumber: true }],
                  [t('在途'), row => row?.going, { isNumber: true }],
                  [t('签收'), row => row?.delivered, { isNumber: true }],
                  [t('退回'), row => row?.returned, { isNumber: true }],
                  [t('退回率'), row => share(row?.returned ?? 0, row?.sent ?? 0), { isNumber: true }],
                  [t('寄出到签收（天）'), row => row?.carried ?? '—', { isNumber: true }],
                  [t('录取到签收（天）'), row => row?.days ?? '—', { isNumber: true }],
                ]}
              />
            </Sheet>
            <Parts>
              <Ranking title={t('按承运方')} label={t('各承运方寄出的份数')} groups={data.byCarrier} of={g => g.sent} to={g => `/letter/sending?view=sent&carrier=${g.key}`} />
            </Parts>
          </>
        )}
      </Statistics>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('通知书寄到了哪里、要多久、哪些省份退回多。'),
  who: t('招生办和学工处。'),
  first: t('选寄出的一段时间；点“在途”“退回”打开对应的名单。'),
})
