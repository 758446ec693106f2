import { Link } from 'react-router'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { Trend } from '#web/statistics/Trend.tsx'
import { useSpan } from '#web/statistics/useSpan.tsx'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { siteStatistics } from '../model/statistics.ts'

const itemAt = (id: string): string => `/site/items?id=${id}`
/** 网站管理 → 网站统计: what is read, what does not help, what nobody finds, and what grows old. */
export default function SiteStatisticsPage() {
  const { span, picker } = useSpan(30)
  const read = useRead(siteStatistics, { from: span.from, to: span.to }, { keeps: true })
  return (
    <Page title={t('网站统计')} actions={picker}>
      <Loaded of={read}>
        {data => (
          <>
            <Figures label={t('网站统计')}>
              <Figure label={t('浏览')} value={data.views} />
              <Figure label={t('没有答案的搜索')} value={data.searches.length} to="/site/questions?view=searches" />
              <Figure label={t('快到期')} value={data.expiring.length} />
              <Figure label={t('一年没有更新')} value={data.old.length} />
            </Figures>
            <Trend title={t('每日浏览')} points={data.byDay.flatMap(day => day ?? [])} at={day => day.day.slice(5)} series={[{ name: t('浏览'), of: day => day.views }]} />
            <Sheet title={t('看得最多')}>
              <PlainTable
                label={t('看得最多')}
                rows={data.byItem}
                keyOf={row => row.id}
                empty={t('这段时间没有浏览')}
                columns={[
                  [t('标题'), row => row && <Link to={itemAt(row.id)}>{row.title}</Link>, { isHead: true }],
                  [t('浏览'), row => row && formatNumber(row.views), { isNumber: true }],
                ]}
              />
            </Sheet>
            <Sheet title={t('没帮上忙的回答')}>
              <PlainTable
                label={t('没帮上忙的回答')}
                rows={data.notHelpful}
                keyOf={row => row.id}
                empty={t('还没有人说没帮助')}
                columns={[
                  [t('问题'), row => row?.question, { isHead: true }],
                  [t('没帮助'), row => row?.notHelpful, { isNumber: true }],
                  [t('有帮助'), row => row?.helpful, { isNumber: true }],
                ]}
              />
            </Sheet>
            <Sheet title={t('快到期')}>
              <PlainTable
                label={t('快到期')}
                rows={data.expiring}
                keyOf={row => row.id}
                empty={t('近期没有到期的内容')}
                columns={[
                  [t('标题'), row => row && <Link to={itemAt(row.id)}>{row.title}</Link>, { isHead: true }],
                  [t('到期时间'), row => row && formatDatetime(row.at)],
                ]}
              />
            </Sheet>
            <Sheet title={t('一年没有更新')}>
              <PlainTable
                label={t('一年没有更新')}
                rows={data.old}
                keyOf={row => row.id}
                empty={t('线上的内容一年内都更新过')}
                columns={[
                  [t('标题'), row => row && <Link to={itemAt(row.id)}>{row.title}</Link>, { isHead: true }],
                  [t('更新时间'), row => row && formatDatetime(row.at)],
                ]}
              />
            </Sheet>
          </>
        )}
      </Loaded>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('哪些内容有人看，哪些回答没帮上忙，哪些内容快到期或很久没更新。'),
  who: t('学工处、招生办和各院系。'),
  first: t('选一段时间；从“没有答案的搜索”去补写回答。'),
})
