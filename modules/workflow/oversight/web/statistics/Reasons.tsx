import type { InputOf } from '#model'
import style from '#modules/workflow/cases/web/public/cases.module.css'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { flowReasons } from '../../model/oversight.ts'

/** Most frequent opinions on returns and rejections: what applicants should know beforehand. */
export function Reasons({ span }: { span: InputOf<typeof flowReasons> }) {
  const read = useRead(flowReasons, span)
  const { data } = read
  return (
    <Sheet title={t('退回和驳回原因')} className={style.chart}>
      {data ? null : <Loading of={read} lines={4} />}
      {data && !data.length ? <p className="ql-quiet">{t('这段时间没有退回和驳回')}</p> : null}
      {data?.length ? (
        <PlainTable
          label={t('退回和驳回原因')}
          rows={data}
          keyOf={reason => `${reason.action} ${reason.processTypeName} ${reason.opinion}`}
          columns={[
            [t('意见'), reason => tAny(reason.opinion)],
            [t('业务类型'), reason => reason.processTypeName],
            [t('结果'), reason => <State tone={reason.action === 'reject' ? 'refused' : 'attention'}>{reason.action === 'reject' ? t('驳回') : t('退回')}</State>],
            [t('次数'), reason => formatNumber(reason.count)],
          ]}
        />
      ) : null}
    </Sheet>
  )
}
