import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { GitCompare } from 'lucide-react'
import { type Entity, labelKey } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { address, get } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import type { HistoryEntry } from '#web/values/history.ts'
import { Value } from './Cell.tsx'
import type { FormValues } from './layout.ts'
import { isSame } from './values.ts'

export interface ConflictProps {
  of: Entity
  id: string
  /** The row as this form loaded it, and its current state on the server. */
  before: FormValues
  theirs: FormValues
  onKeep: () => void
  onReload: () => void
}
/** Names of fields changed by the concurrent update. */
export const changedFields = (of: Entity, before: FormValues, theirs: FormValues): string[] =>
  Object.keys(of.fields).filter(name => name in theirs && !isSame(before[name], theirs[name]))

/** Edit conflict: who saved first, when, and which fields. The input typed here is preserved. */
export function Conflict({ of, id, before, theirs, onKeep, onReload }: ConflictProps) {
  const { data } = useQuery({
    queryKey: ['entity', of.name, 'history', id, 'last'],
    queryFn: () => get<HistoryEntry[]>(address(of, 'history'), { id }, { quiet: true }),
    meta: { inPlace: true },
    staleTime: 0,
    retry: false,
  })
  const last = data?.[0]
  const fields = changedFields(of, before, theirs)
  const by = last ? t('{{who}} {{time}} 改了这几处。', { who: last.byName, time: formatDatetime(last.at) }) : t('别人刚刚改了这几处。')
  return (
    <Dialog
      open
      icon={<GitCompare size={20} className="ql-blue" />}
      title={t('这条记录刚被别人改过')}
      verb={t('对照后再保存')}
      leave={false}
      onAct={onKeep}
      onClose={onKeep}
      extra={
        <Button type="link" onClick={onReload}>
          {t('放弃我的修改')}
        </Button>
      }
    >
      <p>
        {by}
        {t('你的修改还在，没有丢。')}
      </p>
      <ul className="ql-changes">
        {fields.map(name => (
          <li key={name}>
            <Change of={of} name={name} before={before} after={theirs} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
/** 房间类型：6 人间 → 4 人间 */
export function Change({ of, name, before, after }: { of: Entity; name: string; before: FormValues; after: FormValues }) {
  const field = of.fields[name]
  if (!field) return null
  const side = (row: FormValues) => <Value field={field} value={row[name]} name={row[labelKey(name)]} fieldName="" />
  return (
    <>
      {t(field.label)}
      {t('：')}
      <span className="ql-quiet">{side(before)}</span> → {side(after)}
    </>
  )
}
