import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { aidLevel } from '../../../levels/model/dictionaries.ts'
import { compareScores } from '../../model/actions.ts'

/** 40-D1: the scores before and after they were counted anew. */
export function Comparison({ batchId }: { batchId: string }) {
  const { data } = useRead(compareScores, { id: batchId })
  const levels = useDict(aidLevel)
  const name = (level: string | null) => (level ? dictLabel(levels, level) : t('不认定'))
  if (!data?.total) return null
  return (
    <PlainTable
      label={t('重新计分：{{n}} 人分数变化，{{m}} 人建议等级变化', { n: data.changed, m: data.levelChanged })}
      rows={data.rows}
      keyOf={r => r.recognitionNo}
      isLong
      empty={t('重新计分后没有变化')}
      columns={[
        [t('姓名'), r => r.name, { isHead: true }],
        [t('原指标体系'), r => r.model],
        [t('原总分'), r => r.finalBefore, { isNumber: true }],
        [t('现总分'), r => r.finalAfter, { isNumber: true }],
        [t('原建议'), r => name(r.levelBefore)],
        [t('现建议'), r => name(r.levelAfter)],
      ]}
    />
  )
}
