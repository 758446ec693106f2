import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { Entity, OutputOf } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import type { RoundEntity } from '../model/round.ts'
import type { RoundActions } from '../model/round-actions.ts'

interface Props {
  of: Entity
  actions: RoundActions
  row: Shown<RoundEntity>
  onClose: () => void
}
type Preview = OutputOf<RoundActions['preview']>

/** Before publishing: audience, and steps without approvers (10-W20, W22). */
export function PublishPanel({ of, actions, row, onClose }: Props) {
  const [isConfirmed, confirm] = useState(false)
  const read = useQuery({
    queryKey: [...entityKey(of.name), 'previewRound', row.id, row.version],
    queryFn: ({ signal }) => post<Preview>(actionAddress(actions.preview), { id: row.id }, { signal, quiet: true }),
    meta: { inPlace: true },
    retry: false,
    gcTime: 0,
  })
  const { data } = read
  const act = useAct(actions.publish, { changes: ['process'], onDone: onClose, done: t('已发布') })
  const gaps = data?.gaps ?? []
  const isReady = Boolean(data?.count || data?.mayBeEmpty) && (!gaps.length || isConfirmed)
  return (
    <Panel
      open
      title={t('发布“{{name}}”', { name: row.name })}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" disabled={!isReady} loading={act.isPending} onClick={() => act.mutate({ id: row.id, confirmGaps: isConfirmed })}>
            {data ? t('发布给 {{n}} 人', { n: formatNumber(data.count) }) : t('发布')}
          </Button>
        </div>
      }
    >
      {act.error ? <Refused what={t('没有发布')} error={act.error} /> : null}
      {data ? (
        <div>
          <p>{t('{{from}} 到 {{to}} 受理，结束后立即停止。', { from: formatDatetime(row.beginTime), to: formatDatetime(row.endTime) })}</p>
          <p role="status">
            <b>{t('共 {{n}} 人', { n: formatNumber(data.count) })}</b>{' '}
            {t('学生 {{students}}，教职工和其他 {{staff}}', { students: formatNumber(data.students), staff: formatNumber(data.staff) })}
          </p>
          {data.sample.length ? <p className="ql-quiet">{t('例如 {{names}}', { names: namesOf(data.sample) })}</p> : null}
          {gaps.map(g => (
            <p key={g.step} className="ql-problem">
              {t('“{{step}}”有 {{n}} 人没有审批人：{{names}}', { step: g.step, n: formatNumber(g.count), names: namesOf(g.sample) })}
            </p>
          ))}
          {gaps.length ? (
            <Checkbox checked={isConfirmed} onChange={event => confirm(event.target.checked)}>
              {t('知道了，仍要发布；这些人的申请会交给流程负责人')}
            </Checkbox>
          ) : null}
        </div>
      ) : (
        <Loading of={read} lines={5} />
      )}
    </Panel>
  )
}
const namesOf = (people: ReadonlyArray<{ name: string; place: string | null }>): string => people.map(p => (p.place ? `${p.name}（${p.place}）` : p.name)).join(t('、'))
