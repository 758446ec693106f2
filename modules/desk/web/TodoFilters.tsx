import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import DateRange from '#web/inputs/DateRange.tsx'
import { useSettled } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import { useRead } from '#web/records/useRead.ts'
import { todoTypes } from '../model/todo.ts'
import style from './desk.module.css'

interface FilterProps {
  params: URLSearchParams
  tab: 'open' | 'done'
  change: (part: Readonly<Record<string, string | null>>) => void
  conditions: number
  clear: () => void
  total: number | undefined
}
/** Search and conditions of 我的待办; on phones the conditions unfold. */
export function TodoFilters({ params, tab, change, conditions, clear, total }: FilterProps) {
  const isNarrow = useNarrow()
  const types = useRead(todoTypes, { tab })
  const [isMore, setMore] = useState(false)
  const value = (name: string) => params.get(name)
  const choice = (name: string, label: string, options: ReadonlyArray<{ value: string; label: string }>) => (
    <Select
      aria-label={label}
      placeholder={label}
      allowClear
      value={value(name)}
      options={[...options]}
      onChange={next => change({ [name]: next ?? null })}
      className={classes(value(name) ? `${style.filter} ql-set` : style.filter)}
    />
  )
  return (
    <div className={style.filters}>
      <Keyword value={value('keyword') ?? ''} onChange={keyword => change({ keyword: keyword || null })} />
      {isNarrow && !isMore ? (
        <Button onClick={() => setMore(true)}>{t('筛选')}</Button>
      ) : (
        <>
          {choice(
            'bizType',
            t('类型'),
            (types.data ?? []).map(x => ({ value: x.bizType, label: t('{{name}} {{n}}', { name: x.name, n: x.count }) })),
          )}
          {tab === 'open'
            ? choice('due', t('期限'), [
                { value: 'overdue', label: t('已逾期') },
                { value: 'today', label: t('今天截止') },
                { value: 'week', label: t('7 天内截止') },
                { value: 'none', label: t('没有期限') },
              ])
            : null}
          <DateRange
            from={value('arrivedFrom') ?? undefined}
            to={value('arrivedTo') ?? undefined}
            className={classes(style.filterRange)}
            placeholder={t('到达时间')}
            aria-label={t('到达时间')}
            onChange={(from, to) => change({ arrivedFrom: from ?? null, arrivedTo: to ?? null })}
          />
          {tab === 'open' ? (
            choice('sort', t('排序'), [
              { value: 'due', label: t('先截止的在前') },
              { value: 'arrived', label: t('先到达的在前') },
            ])
          ) : (
            <Checkbox checked={value('archived') === 'true'} onChange={event => change({ archived: event.target.checked ? 'true' : null })}>
              {t('两年以前')}
            </Checkbox>
          )}
        </>
      )}
      <span className={style.filterEnd} role="status">
        {total === undefined ? '' : t('共 {{total}} 件', { total })}
        {conditions ? (
          <Button type="link" size="small" onClick={clear}>
            {t('清空全部条件')}
          </Button>
        ) : null}
      </span>
    </div>
  )
}
/** Debounced search input. */
function Keyword({ value, onChange }: { value: string; onChange: (keyword: string) => void }) {
  const [typed, setTyped] = useState(value)
  const settled = useSettled(typed, 300)
  const [sent, setSent] = useState(value)
  if (settled !== sent) {
    setSent(settled)
    queueMicrotask(() => onChange(settled))
  }
  return (
    <Input.Search
      className={classes(style.keyword)}
      value={typed}
      onChange={event => setTyped(event.target.value)}
      placeholder={t('事项、申请人、摘要')}
      aria-label={t('关键字')}
      allowClear
    />
  )
}
