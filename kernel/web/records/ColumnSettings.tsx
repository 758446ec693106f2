import { Button, Checkbox, Popover } from 'antd'
import { ArrowDown, ArrowUp, Columns3Cog } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { accountStore, keepIfPossible } from '#web/offline/index.ts'
import { type ColumnChoice, isHidden, orderedColumns } from './columns.ts'
import { swapped } from './swapped.ts'

/** The user's visible columns of a table, stored in this browser. */
export function useColumnChoice(table: string): [ColumnChoice | undefined, (choice: ColumnChoice | undefined) => void] {
  const key = `columns ${table}`
  const [choice, setChoice] = useState(() => accountStore().get<ColumnChoice>(key))
  const choose = useCallback(
    (next: ColumnChoice | undefined) => {
      setChoice(next)
      keepIfPossible(next ? accountStore().set(key, next) : accountStore().delete(key))
    },
    [key],
  )
  return [choice, choose]
}

type Col = { key: string; title: string; hidden: boolean }
interface ColumnSettingsProps {
  columns: readonly Col[]
  choice: ColumnChoice | undefined
  onChoose: (choice: ColumnChoice | undefined) => void
}
export function ColumnSettings({ columns, choice, onChoose }: ColumnSettingsProps) {
  const [first, ...others] = orderedColumns(columns, choice)
  const save = (order: readonly Col[], hidden: readonly string[]) => onChoose({ order: [first as Col, ...order].map(c => c.key), hidden })
  const hidden = others.filter(c => isHidden(c, choice)).map(c => c.key)
  const content = (
    <div className="ql-columns">
      <ul>
        <li>
          <Checkbox checked disabled>
            {first?.title}
          </Checkbox>
        </li>
        {others.map((column, at) => (
          <li key={column.key}>
            <Checkbox checked={!hidden.includes(column.key)} onChange={e => save(others, e.target.checked ? hidden.filter(k => k !== column.key) : [...hidden, column.key])}>
              {column.title}
            </Checkbox>
            <span>
              <Mover label={t('上移{{title}}', column)} icon={<ArrowUp size={14} />} disabled={at === 0} onClick={() => save(swapped(others, at - 1), hidden)} />
              <Mover label={t('下移{{title}}', column)} icon={<ArrowDown size={14} />} disabled={at === others.length - 1} onClick={() => save(swapped(others, at), hidden)} />
            </span>
          </li>
        ))}
      </ul>
      <Button type="link" size="small" disabled={!choice} onClick={() => onChoose(undefined)}>
        {t('恢复默认')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Button type="text" size="small" icon={<Columns3Cog size={15} />}>
        {t('列设置')}
      </Button>
    </Popover>
  )
}
const Mover = ({ label, ...rest }: { label: string; icon: ReactNode; disabled: boolean; onClick: () => void }) => <Button type="text" size="small" aria-label={label} {...rest} />
