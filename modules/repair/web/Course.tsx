import { Loaded } from '#web/feedback/Loaded.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { orderCourse } from '../model/apply-actions.ts'
import { sheetStates } from '../model/sheet.ts'

type Sheet = AnswerOf<typeof orderCourse>['sheets'][number]
const times = (s: Sheet): string =>
  [
    s.acceptedAt && t('{{time}} 接单', { time: formatDatetime(s.acceptedAt) }),
    s.comingAt && t('预计 {{time}} 上门', { time: formatDatetime(s.comingAt) }),
    s.arrivedAt && t('{{time}} 到场', { time: formatDatetime(s.arrivedAt) }),
    s.doneAt && t('{{time}} 完工', { time: formatDatetime(s.doneAt) }),
  ]
    .filter(Boolean)
    .join(' · ')
/** Who had an order, when, and what they did. */
export function Course({ id }: { id: string }) {
  const read = useRead(orderCourse, { id })
  return (
    <Loaded of={read} lines={3}>
      {data => (
        <section>
          <h3>{t('工单')}</h3>
          <Timeline
            label={t('工单')}
            events={data.sheets.map(s => ({
              key: s.id,
              at: formatDatetime(s.assignedAt),
              what: (
                <>
                  <b>{s.workerName}</b> {t(sheetStates.labels[s.state])}
                </>
              ),
              more: (
                <>
                  <p className="ql-quiet">{[times(s), s.endReason, s.note].filter(Boolean).join(' · ')}</p>
                  <FileLinks ids={s.beforePhotos} label={t('维修前')} /> <FileLinks ids={s.afterPhotos} label={t('维修后')} />
                </>
              ),
            }))}
          />
        </section>
      )}
    </Loaded>
  )
}
