import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { activityFeedback } from '../model/feedback.ts'

/** 评价结果 of one activity, without names. */
export function Feedback({ id }: { id: string }) {
  const read = useRead(activityFeedback, { id })
  return (
    <Loaded of={read} lines={2}>
      {({ count, least, isOver, closesAt, content, organisation, gain, words }) => (
        <Sheet title={t('评价结果')} note={isOver ? t('已截止') : t('{{until}} 截止', { until: formatDatetime(closesAt) })}>
          {content === null ? (
            <p className="ql-quiet">{isOver ? t('收到 {{n}} 份，不足 {{least}} 份，不显示结果。', { n: count, least }) : t('满 {{least}} 份后显示结果。', { least })}</p>
          ) : (
            <>
              <Figures label={t('评价结果')}>
                <Figure label={t('份数')} value={count} />
                <Figure label={t('内容')} value={content} />
                <Figure label={t('组织工作')} value={organisation ?? ''} />
                <Figure label={t('收获')} value={gain ?? ''} />
              </Figures>
              <PlainTable label={t('想说的话')} rows={words} keyOf={w => w.no} columns={[[t('想说的话'), w => w.words, { isHead: true }]]} empty={t('没有人写话')} />
            </>
          )}
        </Sheet>
      )}
    </Loaded>
  )
}
