import { Button, DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { schoolClock, schoolDate } from '#model/school-time.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { screenChoices } from '../model/device.ts'
import { snapshotHours } from '../model/snapshots.ts'

export const about: PageFile['about'] = () => ({
  use: t('看任何一块大屏过去某个整点的样子，用于汇报和演练。'),
  who: t('能看全校数据的人。'),
  first: t('选大屏和日期，点一个整点打开。有在用的大屏设备时每小时留存一次，保留十年。'),
})
/** 大屏管理 → 整点回看: a screen as it was at a past hour. */
export default function HistoryPage() {
  const [params, , put] = useOwnParams()
  const [screen, day] = [params.get('screen'), params.get('day') ?? schoolDate(new Date())]
  const choices = useRead(screenChoices, {})
  const chosen = choices.data?.find(c => c.code === screen) ?? choices.data?.[0]
  return (
    <Page title={t('整点回看')}>
      <Loaded of={choices} empty={all => !all.length && t('没有可以打开的大屏')}>
        {all => (
          <Stack>
            <Row gap={2}>
              <Select
                aria-label={t('大屏')}
                value={chosen?.code ?? null}
                options={all.map(c => ({ value: c.code, label: tAny(c.title) }))}
                onChange={code => put({ screen: code })}
                popupMatchSelectWidth={false}
              />
              <DatePicker aria-label={t('日期')} allowClear={false} value={dayjs(day)} onChange={at => put({ day: at?.format('YYYY-MM-DD') ?? null })} />
            </Row>
            {chosen ? <Hours screen={chosen.code} path={chosen.path} day={day} /> : null}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function Hours({ screen, path, day }: { screen: string; path: string; day: string }) {
  const read = useRead(snapshotHours, { screen, day })
  return (
    <Loaded of={read}>
      {hours =>
        hours.length ? (
          <Row gap={2}>
            {hours.map(({ at }) => (
              <Button key={at} href={`${path}?${new URLSearchParams({ at })}`} target="_blank">
                {schoolClock(new Date(at))}
              </Button>
            ))}
          </Row>
        ) : (
          <Empty title={t('这一天没有留存')} />
        )
      }
    </Loaded>
  )
}
