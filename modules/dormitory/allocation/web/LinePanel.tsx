import { Button } from 'antd'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useEntityList } from '#web/records/useEntityList.ts'
import { useRead } from '#web/records/useRead.ts'
import { adjustLines, moveLine } from '../model/adjust-actions.ts'
import { presortLine } from '../model/result.ts'
import { type RunRow, reasonText } from './labels.ts'
import style from './presort.module.css'
import { CHANGES } from './Result.tsx'

interface LinePanelProps {
  run: RunRow
  studentId: string
  mayAdjust: boolean
  onClose: () => void
}
/** One student of a simulation: reasons for the bed, and all permitted alternatives. */
export function LinePanel({ run, studentId, mayAdjust, onClose }: LinePanelProps) {
  const list = useEntityList(presortLine, { filters: [], where: { runId: run.id, studentId } })
  const row = list.rows[0]
  return (
    <Panel open title={row ? `${row.studentName} ${row.className ?? ''}` : t('分配结果')} onClose={onClose}>
      {list.error && !row ? <LoadFailed error={list.error} onRetry={onClose} /> : null}
      {row ? (
        <dl className="ql-facts">
          <div>
            <dt>{t('床位')}</dt>
            <dd>{row.bedName ?? '—'}</dd>
          </div>
          <div>
            <dt>{t('理由')}</dt>
            <dd>{(row.reasons ?? []).map(reasonText).join(' · ') || '—'}</dd>
          </div>
        </dl>
      ) : (
        <Bars lines={3} />
      )}
      {mayAdjust && row && !row.pinned ? <Elsewhere run={run} studentId={studentId} onClose={onClose} /> : null}
      {row?.pinned ? <p className="ql-quiet">{t('已固定，取消后才能调整')}</p> : null}
    </Panel>
  )
}
function Elsewhere({ run, studentId, onClose }: { run: RunRow; studentId: string; onClose: () => void }) {
  const read = useRead(adjustLines, { runId: run.id, studentId })
  const { data } = read
  const move = useAct(moveLine, { changes: CHANGES, onDone: onClose, done: t('已调整并固定') })
  if (!data) return <Loading of={read} lines={6} />
  if (!data.length) return <Empty title={t('没有别的床位能安排')} />
  return (
    <>
      <h3 className={style.title}>{t('调到')}</h3>
      {move.error ? <Refused what={t('没有调整')} error={move.error} /> : null}
      <ul className={style.choices}>
        {data.map(choice => (
          <li key={choice.bedId}>
            <div>
              <b>{choice.bed}</b>
              <small>{choice.holder ? t('与{{name}}对调', { name: choice.holder }) : t('空床')}</small>
              <small>{choice.mates ? t('同寝：{{names}}', { names: choice.mates }) : t('还没有人')}</small>
            </div>
            <Button size="small" loading={move.isPending} onClick={() => move.mutate({ runId: run.id, studentId, bedId: choice.bedId })}>
              {t('调到这里')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
