import { Button, Select } from 'antd'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import style from './query.module.css'
import { fieldOptions, labelOf, type SubjectField } from './useSubjects.ts'

/** Chosen columns in order: moved by drag and drop or arrow keys. */
export function Columns({ fields, value, onChange }: { fields: readonly SubjectField[]; value: readonly string[]; onChange: (next: string[]) => void }) {
  const [dragged, drag] = useState<number>()
  const move = (from: number, to: number) => {
    const one = value[from]
    if (one !== undefined && to >= 0 && to < value.length) onChange(value.toSpliced(from, 1).toSpliced(to, 0, one))
  }
  return (
    <div className={style.columns}>
      <ol>
        {value.map((path, at) => (
          <li key={path} draggable onDragStart={() => drag(at)} onDragOver={e => e.preventDefault()} onDrop={() => dragged !== undefined && move(dragged, at)}>
            <Button
              type="text"
              size="small"
              disabled={at === 0}
              aria-label={t('左移{{name}}', { name: labelOf(fields, path) })}
              icon={<ArrowLeft size={13} />}
              onClick={() => move(at, at - 1)}
            />
            <span>{labelOf(fields, path)}</span>
            <Button
              type="text"
              size="small"
              disabled={at === value.length - 1}
              aria-label={t('右移{{name}}', { name: labelOf(fields, path) })}
              icon={<ArrowRight size={13} />}
              onClick={() => move(at, at + 1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={t('去掉{{name}}', { name: labelOf(fields, path) })}
              icon={<X size={13} />}
              onClick={() => onChange(value.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <Select<string | null>
        aria-label={t('添加列')}
        className={classes(style.field)}
        placeholder={t('添加列')}
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        options={fieldOptions(fields, f => !value.includes(f.path))}
        onChange={path => path && onChange([...value, path])}
      />
    </div>
  )
}
