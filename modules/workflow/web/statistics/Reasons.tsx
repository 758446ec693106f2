import type { InputOf } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Scroll } from '#web/feedback/Scroll.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { flowReasons } from '../../model/oversight.ts'

/** Most frequent opinions on returns and rejections: what applicants should know beforehand. */
export function Reasons({ span }: { span: InputOf<typeof flowReasons> }) {
  const read = useRead(flowReasons, span)
  const { data } = read
  return (
    <section className="ql-sheet cases-chart" aria-label={t('退回和驳回原因')}>
      <h2>{t('退回和驳回原因')}</h2>
      {data ? null : <Loading of={read} lines={4} />}
      {data && !data.length ? <p className="ql-quiet">{t('这段时间没有退回和驳回')}</p> : null}
      {data?.length ? (
        <Scroll className="cases-scroll" label={t('退回和驳回原因')}>
          <table className="ql-plain">
            <thead>
              <tr>
                <th scope="col">{t('意见')}</th>
                <th scope="col">{t('业务类型')}</th>
                <th scope="col">{t('结果')}</th>
                <th scope="col">{t('次数')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map(reason => (
                <tr key={`${reason.action} ${reason.processTypeName} ${reason.opinion}`}>
                  <td>{reason.opinion}</td>
                  <td>{reason.processTypeName}</td>
                  <td>
                    <State tone={reason.action === 'reject' ? 'refused' : 'attention'}>{reason.action === 'reject' ? t('驳回') : t('退回')}</State>
                  </td>
                  <td>{formatNumber(reason.count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      ) : null}
    </section>
  )
}
