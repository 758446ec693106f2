import { Checkbox } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { type ParameterValue, paramsHistory, restoreParams } from '../model/params.ts'
import { valueText } from './ParameterInput.tsx'
import type { Group } from './public/GroupForm.tsx'
import style from './system.module.css'

/** Versions of a group, newest first; restoring one creates a new version. */
export default function ParameterHistory({ group, onClose }: { group: Group; onClose: () => void }) {
  const { can } = useSession()
  const read = useRead(paramsHistory, { paramsId: group.paramsId })
  const { data } = read
  const [isConfirmed, confirm] = useState(false)
  const show = (key: string, value: unknown): string => {
    const of = group.parameters.find(p => p.key === key)
    return of ? valueText(of, (value ?? null) as ParameterValue) : String(value)
  }
  return (
    <Panel open title={t('“{{name}}”的历史', { name: tAny(group.name) })} onClose={onClose}>
      {data ? null : <Loading of={read} lines={4} />}
      {data && !data.length ? <p className="ql-quiet">{t('还没有修改过，全部是默认值')}</p> : null}
      {data?.length && can(restoreParams.permission) ? (
        <Checkbox checked={isConfirmed} onChange={e => confirm(e.target.checked)}>
          {t('恢复时接受有风险的值')}
        </Checkbox>
      ) : null}
      {data?.map(v => (
        <div key={v.version} className={style.line}>
          <span>
            <b>{t('第 {{n}} 版', { n: v.version })}</b>
            <small>
              {t('{{name}} 于 {{time}} 修改', { name: v.byName ?? t('系统'), time: formatDatetime(v.at) })}
              {v.changes.map(c => (
                <span key={c.key} className={style.change}>
                  {tAny(c.label)}
                  {t('：')}
                  {show(c.key, c.from)} → {show(c.key, c.to)}
                </span>
              ))}
            </small>
          </span>
          {v.version === group.version ? (
            <small>{t('现在的版本')}</small>
          ) : (
            <ActionButton
              of={restoreParams}
              type="link"
              input={{ paramsId: group.paramsId, version: group.version, to: v.version, isConfirmed }}
              confirm={t('“{{name}}”恢复到第 {{n}} 版的值，密钥保持现在的。', { name: tAny(group.name), n: v.version })}
              onDone={onClose}
            />
          )}
        </div>
      ))}
    </Panel>
  )
}
