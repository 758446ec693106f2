import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDuration } from '#web/values/duration.ts'
import { measureCatalogue } from '../model/device.ts'

/** 大屏管理 → 指标: measures with refresh interval and screens. */
export default function MeasurePage() {
  const read = useRead(measureCatalogue, {})
  const { data } = read
  return (
    <Page title={t('大屏指标')}>
      {data ? null : <Loading of={read} lines={8} />}
      {data?.length === 0 ? <Empty title={t('还没有指标')} /> : null}
      {data?.length ? (
        <Sheet as="div" isBare>
          <PlainTable
            label={t('大屏指标')}
            isCardsOnPhone
            rows={data}
            keyOf={m => m.code}
            columns={[
              [t('指标'), m => tAny(m.title)],
              [t('口径'), m => tAny(m.definition)],
              [t('刷新'), m => formatDuration(m.refresh * 1000, 'exact')],
              [t('公开'), m => (m.isOpen ? t('是') : t('否'))],
              [t('大屏'), m => m.screens.map(s => t(s)).join(t('、'))],
            ]}
          />
        </Sheet>
      ) : null}
    </Page>
  )
}
