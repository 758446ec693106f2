import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { permissionKey } from '#model'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { address, get } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { term } from '../model/calendar.ts'
import { termSelect } from '../model/calendar-actions.ts'
import style from './campus.module.css'

interface TermRow {
  id: string
  xqM: string
  name: string
  startDate: string
  endDate: string
  week1Start: string
  weeks: number
  switchDate: string
}
/** Terms of a school year. The current one is computed and cannot be set (BC2). */
export function TermList({ xn }: { xn: string }) {
  const [changing, setChanging] = useState<string>()
  const mayUpdate = useCan(permissionKey(term, 'update'))
  const current = useRead(termSelect, { isCurrent: true }).data?.[0]
  const { data } = useQuery({
    queryKey: [...entityKey(term), 'list', language(), xn],
    queryFn: ({ signal }) => get<{ result: TermRow[] }>(address(term, 'list'), { size: 20, sort: 'startDate', 'filters.xn': xn }, { signal, quiet: true }),
  })
  const rows = data?.result ?? []
  if (!rows.length) return null
  return (
    <Sheet title={t('学期')} className={style.terms}>
      <PlainTable
        label={t('学期')}
        rows={rows}
        keyOf={row => row.id}
        columns={[
          [t('名称'), row => row.name],
          [t('起止'), row => t('{{from}} 至 {{to}}', { from: row.startDate, to: row.endDate })],
          [t('第 1 周开始'), row => row.week1Start],
          [t('周数'), row => row.weeks],
          [t('切换日期'), row => row.switchDate],
          [t('状态'), row => (current?.xn === xn && current.xqM === row.xqM ? <State tone="done">{t('当前学期')}</State> : '—')],
          mayUpdate && [
            t('操作'),
            row => (
              <Button type="link" size="small" onClick={() => setChanging(row.id)}>
                {t('修改')}
              </Button>
            ),
          ],
        ]}
      />
      <Suspense>{changing ? <EntityForm of={term} id={changing} onClose={() => setChanging(undefined)} /> : null}</Suspense>
    </Sheet>
  )
}
