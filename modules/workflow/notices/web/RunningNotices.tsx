import { Button } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { NOTICE_LEVELS, runningNotices } from '../model/notice.ts'
import style from './notices.module.css'

/** Current notices, those ending first on top. */
export function RunningNotices({ onOpen }: { onOpen: (id: string) => void }) {
  const read = useRead(runningNotices, {}, { every: 60_000 })
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  if (!data.length)
    return (
      <Empty title={t('现在没有正在公示的结果')}>
        <span>{t('公示结束后名单不再显示')}</span>
      </Empty>
    )
  return (
    <>
      <p className={style.says} role="status">
        {t('{{n}} 项结果正在公示，对结果有疑问可以在公示期内提出异议。', { n: formatNumber(data.length) })}
      </p>
      {data.map(notice => (
        <Sheet key={notice.id} as="article" className={style.card}>
          <h2>{notice.title}</h2>
          <p>
            {t('{{level}}公示 {{days}} 个工作日，{{from}} 至 {{to}}', {
              level: t(NOTICE_LEVELS[notice.level]),
              days: notice.workdays,
              from: formatDatetime(notice.beginAt),
              to: formatDatetime(notice.endAt),
            })}
            {notice.mine ? <b className={style.own}>{t('，其中有你')}</b> : null}
          </p>
          <div>
            <Button onClick={() => onOpen(notice.id)}>{t('查看 {{n}} 人', { n: formatNumber(notice.count) })}</Button>
          </div>
        </Sheet>
      ))}
    </>
  )
}
