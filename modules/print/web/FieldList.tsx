import { Button, Input, Select } from 'antd'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { useState } from 'react'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { moved } from './draft.ts'
import style from './print.module.css'
import type { PaperField } from './use-template.ts'

type Labels = Readonly<Record<string, string | undefined>> | undefined
interface FieldListProps {
  fields: readonly PaperField[]
  value: readonly string[]
  labels: Labels
  onChange: (names: readonly string[], labels: Record<string, string>, place?: string) => void
}
const given = (labels: Labels): Record<string, string> => Object.fromEntries(Object.entries(labels ?? {}).flatMap(([name, label]) => (label ? [[name, label]] : [])))

/** Chosen fields in order, with optional labels: moved by drag and drop or arrow keys. */
export function FieldList({ fields, value, labels, onChange }: FieldListProps) {
  const [dragged, drag] = useState<number>()
  const own = given(labels)
  const move = (from: number, to: number) => onChange(moved(value, from, to), own)
  const label = (name: string, words: string) => {
    const { [name]: _gone, ...others } = own
    onChange(value, words ? { ...others, [name]: words } : others, `label.${name}`)
  }
  return (
    <Stack gap={2} className={style.fields}>
      <ul>
        {value.map((name, at) => {
          const field = fields.find(f => f.name === name)
          const words = field?.label ?? name
          return (
            <li key={name} className={style.one} onDragOver={e => e.preventDefault()} onDrop={() => dragged !== undefined && move(dragged, at)}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons beside move it by the keyboard */}
              <span className={style.grip} draggable onDragStart={() => drag(at)} onDragEnd={() => drag(undefined)}>
                <GripVertical size={14} aria-hidden="true" />
              </span>
              <Input
                aria-label={t('{{name}}在文件上的名称', { name: words })}
                value={own[name] ? tAny(own[name]) : ''}
                placeholder={words}
                maxLength={40}
                onChange={e => label(name, e.target.value)}
              />
              {own[name] ? <small>{words}</small> : null}
              <Button type="text" size="small" disabled={at === 0} aria-label={t('上移{{name}}', { name: words })} icon={<ArrowUp size={13} />} onClick={() => move(at, at - 1)} />
              <Button
                type="text"
                size="small"
                disabled={at === value.length - 1}
                aria-label={t('下移{{name}}', { name: words })}
                icon={<ArrowDown size={13} />}
                onClick={() => move(at, at + 1)}
              />
              <Button type="text" size="small" aria-label={t('去掉{{name}}', { name: words })} icon={<X size={13} />} onClick={() => onChange(value.toSpliced(at, 1), own)} />
            </li>
          )
        })}
      </ul>
      <Select<string | null>
        aria-label={t('添加字段')}
        placeholder={t('添加字段')}
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        options={fields
          .filter(f => !value.includes(f.name))
          .map(f => ({ value: f.name, label: f.isClosed ? t('{{name}}（没有查看权限）', { name: f.label }) : f.label, disabled: f.isClosed }))}
        onChange={name => name && onChange([...value, name], own)}
      />
    </Stack>
  )
}
