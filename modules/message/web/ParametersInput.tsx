import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import style from './office.module.css'

type Pair = { name: string; variable: string }
/** Mapping of our variables to the vendor template's parameters, in order. */
export function ParametersInput({ id, value, onChange, disabled }: DrawnInput) {
  const pairs = (Array.isArray(value) ? value : []) as Pair[]
  return (
    <div className={style.pairs} id={id}>
      <EditedRows rows={pairs} onChange={onChange}>
        {(pair, { put, drop }) => (
          <div>
            <Input aria-label={t('模板参数')} placeholder={t('模板参数，如 code')} disabled={disabled} value={pair.name} onChange={e => put({ ...pair, name: e.target.value })} />
            <Input aria-label={t('变量')} placeholder={t('变量，如 code')} disabled={disabled} value={pair.variable} onChange={e => put({ ...pair, variable: e.target.value })} />
            <Button type="text" disabled={disabled} aria-label={t('去掉这一行')} icon={<X size={14} />} onClick={drop} />
          </div>
        )}
      </EditedRows>
      <Button disabled={disabled || pairs.length >= 20} icon={<Plus size={14} />} onClick={() => onChange([...pairs, { name: '', variable: '' }])}>
        {t('加一个参数')}
      </Button>
    </div>
  )
}
