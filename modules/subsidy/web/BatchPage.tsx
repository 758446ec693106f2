import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { grantBatch, previewBatch, publiciseBatch } from '../model/actions.ts'
import { batchActions, batchQualify, subsidyBatch } from '../model/batch.ts'
import { CHANGES } from './labels.ts'

/** 资助补助 → 资助批次: rounds of applications, their preview, notice and grants. */
export default function BatchPage() {
  return (
    <RoundTable
      of={subsidyBatch}
      actions={batchActions}
      qualify={batchQualify}
      columns={[
        { key: 'itemId', width: 140 },
        { key: 'stage', width: 170, render: row => <Stage row={row} /> },
        { key: 'appliedCount', width: 80 },
        { key: 'approvedCount', width: 80 },
        { key: 'total', width: 130 },
        { key: 'factsAsOf', width: 120, hidden: true },
        { key: 'fundId', width: 140, hidden: true },
      ]}
      fields={[
        { title: '资助', fields: ['itemId', 'xn', 'factsAsOf', 'fundId', 'atEnd'] },
        { title: '公示', fields: ['noticeLevel', 'noticeWorkdays', 'noticeColumns'] },
      ]}
      initial={{ audience: { roles: ['student'] }, atEnd: 'stay', noticeLevel: 'school', noticeColumns: ['name', 'studentNo', 'college', 'className', 'item', 'level'] }}
    />
  )
}
interface Staged {
  id: string
  name: string
  stage: string
  phase: string | null
}
/** The next step of an ended round stands beside its stage. */
function Stage({ row: { id, name, stage, phase } }: { row: Staged }) {
  const input = { id }
  if (phase !== 'closed') return <>{t('申请审批')}</>
  if (stage === 'applying') return <ActionButton of={publiciseBatch} input={input} changes={CHANGES} confirm={<Preview id={id} name={name} />} done={t('已公示')} />
  if (stage === 'publicised') return <>{t('公示中')}</>
  return (
    <ActionButton of={grantBatch} input={input} changes={CHANGES} confirm={t('公示没有异议的人得到资助，当月及以前的进入发放单。再办一次不会重复。')} done={t('正在生成')}>
      {stage === 'granted' ? t('再次生成') : t('生成资助')}
    </ActionButton>
  )
}
/** 40-Z1: average, sum and what is left of the fund, before the list goes on notice. */
function Preview({ id, name }: { id: string; name: string }) {
  const read = useRead(previewBatch, { id })
  const levels = useDict(aidLevel)
  return (
    <Loaded of={read}>
      {data => (
        <>
          <p>{t('公示“{{name}}”的名单。', { name })}</p>
          <Figures label={t('资助')}>
            <Figure label={t('人数')} value={data.heads} />
            <Figure label={t('合计')} value={formatMoney(data.sum)} />
            <Figure label={t('平均')} value={formatMoney(data.average)} />
            <Figure label={t('经费剩余')} value={formatMoney(data.left)} />
          </Figures>
          {data.most === null ? null : <p className="ql-help">{t('政策规定平均不超过 {{most}}。', { most: formatMoney(data.most) })}</p>}
          {data.soldiers ? <p className="ql-help">{t('其中退役士兵 {{n}} 人，不用认定。', { n: data.soldiers })}</p> : null}
          {data.waiting ? <p role="alert">{t('还有 {{n}} 份申请没有审完。', { n: data.waiting })}</p> : null}
          <PlainTable
            label={t('各档')}
            rows={data.byTier}
            keyOf={r => r.level ?? ''}
            columns={[
              [t('档次'), r => (r.level ? dictLabel(levels, r.level) : t('未分档')), { isHead: true }],
              [t('人数'), r => r.heads, { isNumber: true }],
              [t('金额'), r => formatMoney(r.sum), { isNumber: true }],
            ]}
          />
        </>
      )}
    </Loaded>
  )
}
