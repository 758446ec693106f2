import { Button } from 'antd'
import { useState } from 'react'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { TypeSelect } from '../../../flows/web/public/TypeSelect.tsx'
import { CaseFilters, type CaseFiltersProps, DaysFilter, StateFilter } from '../public/CaseFilters.tsx'
import { tabOf } from './asked.ts'

/** Keyword, kind, state and dates, stored in the URL. */
export function ApprovalFilters(props: CaseFiltersProps) {
  const { params, put } = props
  const isNarrow = useNarrow()
  const [isMore, setMore] = useState(false)
  const tab = tabOf(params)
  return (
    <CaseFilters {...props} words={t('标题、申请人')}>
      {isNarrow && !isMore ? (
        <Button onClick={() => setMore(true)}>{t('筛选')}</Button>
      ) : (
        <>
          <TypeSelect value={params.get('processType')} onChange={processType => put({ processType })} />
          {tab === 'todo' ? null : <StateFilter params={params} put={put} />}
          <DaysFilter label={DAYS[tab]()} params={params} put={put} />
        </>
      )}
    </CaseFilters>
  )
}
const DAYS = { todo: () => t('到达日期'), done: () => t('办理日期'), started: () => t('提交日期'), cc: () => t('抄送日期') } as const
