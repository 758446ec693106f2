import { Checkbox } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { isRefusal } from '#web/http/index.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { type ParameterContent, type ParameterView, submitParams } from '../model/params.ts'
import { valueText } from './ParameterInput.tsx'
import type { Group } from './public/GroupForm.tsx'
import style from './system.module.css'

interface Props {
  group: Group
  changed: readonly ParameterView[]
  values: ParameterContent
  onClose: () => void
}
/** Shows old → new before saving; a risky value needs a second confirmation. */
export default function SaveParameters({ group, changed, values, onClose }: Props) {
  const [isConfirmed, confirm] = useState(false)
  const save = useAct(submitParams, { done: t('已保存，5 秒内在全校生效'), onDone: onClose })
  const isRisky = isRefusal(save.error) && save.error.errors.some(e => e.rule === 'system.baseParams.risky')
  const content = Object.fromEntries(changed.map(p => [p.key, values[p.key] ?? null]))
  return (
    <Dialog
      open
      title={t('保存“{{name}}”的修改', { name: tAny(group.name) })}
      verb={t('保存 {{n}} 项修改', { n: changed.length })}
      danger={isRisky}
      busy={save.isPending}
      disabled={isRisky && !isConfirmed}
      onAct={() => save.mutate({ paramsId: group.paramsId, version: group.version, content, isConfirmed })}
      onClose={onClose}
    >
      <ul className={style.changes}>
        {changed.map(p => (
          <li key={p.key}>
            <b>{tAny(p.label)}</b>
            <span>{p.kind === 'secret' ? t('将更换') : `${valueText(p, p.value)} → ${valueText(p, values[p.key] ?? null)}`}</span>
          </li>
        ))}
      </ul>
      {save.error ? <Refused what={isRisky ? t('这项修改有风险') : t('没有保存')} error={save.error} /> : null}
      {isRisky ? (
        <Checkbox checked={isConfirmed} onChange={e => confirm(e.target.checked)}>
          {t('我了解风险，仍要保存')}
        </Checkbox>
      ) : null}
    </Dialog>
  )
}
