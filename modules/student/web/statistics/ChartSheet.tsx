import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { statistics } from '../../model/statistics.ts'
import style from './statistics.module.css'

export type StatisticsAnswer = AnswerOf<typeof statistics>
export const nobody = (data: StatisticsAnswer): string | undefined => (data.total.enrolled ? undefined : t('这一天没有在籍学生'))
export const HEIGHT = 316
interface ChartSheetProps<T> {
  title: string
  note?: string
  read: UseQueryResult<T>
  empty?: (data: T) => string | undefined
  chart: (data: T) => ReactNode
  table: (data: T) => ReactNode
}
/** A chart with a switch to its figures as a table. */
export function ChartSheet<T>({ title, note, read, empty, chart, table }: ChartSheetProps<T>) {
  const [isTable, setTable] = useState(false)
  return (
    <Sheet label={title} className={style.statChart}>
      <header>
        <h2>{title}</h2>
        {note ? <small>{note}</small> : null}
        <Button type="text" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? t('看图') : t('看数据')}
        </Button>
      </header>
      <Loaded of={read} lines={8} {...(empty ? { empty } : {})}>
        {data => (isTable ? table(data) : chart(data))}
      </Loaded>
    </Sheet>
  )
}
