import { Select } from 'antd'
import { useState } from 'react'
import { ManyRefs } from '#modules/system/web/CustomScopeInput.tsx'
import { EntityForm } from '#web/forms/EntityForm.tsx'
import { t } from '#web/i18n/index.ts'
import { useRefItems } from '#web/inputs/RefSelect.tsx'
import { savedQuery } from '../model/query.ts'
import type { Spec } from '../model/spec.ts'

interface Props {
  /** Saved query whose settings are edited; without it the query on screen is saved. */
  id: string | undefined
  subject: string
  spec: Spec
  onClose: () => void
  onSaved: (id: string) => void
}
/** Name, sharing, desktop tile and schedule of a query; its content comes from the screen. */
export default function SaveForm({ id, subject, spec, onClose, onSaved }: Props) {
  const [initial] = useState({ subject, spec })
  return (
    <EntityForm
      of={savedQuery}
      {...(id ? { id } : { initial })}
      title={id ? t('查询设置') : t('保存查询')}
      layout={[
        { fields: ['name', 'note'] },
        {
          title: '共享与桌面',
          fields: [
            {
              field: 'sharedRoles',
              help: t('对方按自己的数据范围看到结果'),
              render: ({ id: at, value, onChange }) => <Roles id={at} value={textsOf(value)} onChange={onChange} />,
            },
            'isTile',
          ],
        },
        {
          title: '定时发送',
          fields: [
            'cron',
            {
              field: 'recipients',
              help: t('不选则发给自己'),
              render: ({ value, onChange }) => <ManyRefs to="user" label={t('收件人')} value={textsOf(value)} onChange={onChange} />,
            },
          ],
        },
      ]}
      onClose={onClose}
      onDone={saved => onSaved(saved.id)}
    />
  )
}
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
function Roles({ id, value, onChange }: { id: string; value: string[]; onChange: (next: string[]) => void }) {
  const { data } = useRefItems('role', {})
  return (
    <Select
      id={id}
      mode="multiple"
      value={value}
      onChange={onChange}
      options={(data ?? []).map(r => ({ value: String(r.code ?? r.id), label: r.label }))}
      placeholder={t('不共享')}
    />
  )
}
