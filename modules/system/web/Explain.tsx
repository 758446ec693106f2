import { Button, Select } from 'antd'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { State } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { explainAccess, permissionNames } from '../model/explain.ts'
import { ROLE_SOURCES } from '../model/role.ts'
import style from './system.module.css'
import type { UserRow } from './UserPage.tsx'

/** 为什么看得到，为什么看不到: the role that grants a menu, button or row to a user, and how personal fields are masked. */
export default function Explain({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const { data } = useRead(permissionNames, {})
  const [permission, choose] = useState<string>()
  const [recordId, setRecord] = useState<string | null>(null)
  const act = useAct(explainAccess, { done: false })
  const names = data ?? []
  const entity = names.find(p => p.key === permission)?.entity
  const groups = [...Map.groupBy(names, p => p.module)].map(([label, list]) => ({ label, title: label, options: list.map(p => ({ value: p.key, label: p.label })) }))
  return (
    <Panel open title={t('{{name}}为什么能看到', { name: row.nickName })} size={720} onClose={onClose}>
      <div className={style.explain}>
        <Select
          aria-label={t('操作')}
          placeholder={t('选择操作')}
          showSearch={{ optionFilterProp: 'label' }}
          value={permission ?? null}
          options={groups}
          onChange={key => {
            choose(key ?? undefined)
            setRecord(null)
            act.reset()
          }}
        />
        {entity ? <RefSelect to={entity} value={recordId} onChange={setRecord} placeholder={t('某一条记录（可不选）')} aria-label={t('记录')} /> : null}
        <Button type="primary" disabled={!permission} loading={act.isPending} onClick={() => permission && act.mutate({ userId: row.id, permission, recordId })}>
          {t('查看原因')}
        </Button>
      </div>
      {act.error ? <Refused what={t('没有查到')} error={act.error} /> : null}
      {act.data ? <Reasons of={act.data} asked={recordId !== null} /> : null}
    </Panel>
  )
}
function Reasons({ of, asked }: { of: AnswerOf<typeof explainAccess>; asked: boolean }) {
  const roles = of.roles
  return (
    <>
      <Row as="p" gap={4}>
        <State tone={of.isAllowed ? 'done' : 'refused'}>{of.isAllowed ? t('有这项权限') : t('没有这项权限')}</State>
        {asked && of.isAllowed ? <State tone={of.isReached ? 'done' : 'refused'}>{of.isReached ? t('看得到这条记录') : t('这条记录不在数据范围内')}</State> : null}
        {of.rows !== null ? <span>{t('共看得到 {{n}} 条', { n: formatNumber(of.rows) })}</span> : null}
      </Row>
      {roles.length ? (
        <PlainTable
          label={t('角色')}
          rows={roles}
          keyOf={r => `${r.code}${r.source}`}
          columns={[
            [
              t('角色'),
              r => (
                <>
                  {r.name}
                  {r.isNow ? null : <small> {t('现在无效')}</small>}
                </>
              ),
            ],
            [t('来源'), r => t(ROLE_SOURCES[r.source as keyof typeof ROLE_SOURCES] ?? r.source)],
            [t('有这项权限'), r => (r.grants ? t('是') : t('否'))],
            [t('数据范围'), r => r.scope ?? ''],
            asked && [t('这条记录'), r => (r.reachesRow === null ? '' : r.reachesRow ? t('在范围内') : t('不在范围内'))],
          ]}
        />
      ) : (
        <p className="ql-quiet">{t('这个账号没有任何角色')}</p>
      )}
      {of.isAllowed ? null : (
        <p className="ql-quiet">{of.granting.length ? t('有这项权限的角色：{{list}}', { list: of.granting.filter(Boolean).join(t('、')) }) : t('还没有角色有这项权限')}</p>
      )}
      {of.isAllowed && of.fields.length ? (
        <dl className="ql-facts">
          {of.fields.map(f => (
            <div key={f.label}>
              <dt>{f.label}</dt>
              <dd>{f.how}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}
