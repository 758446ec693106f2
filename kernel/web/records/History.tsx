import { useQuery } from '@tanstack/react-query'
import type { Entity } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { Value } from '#web/forms/Cell.tsx'
import { address, get } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { entityKey } from '#web/values/address.ts'
import { formatDatetime, isMissing, MISSING, plainDatetime } from '#web/values/format.ts'
import type { HistoryEntry } from '#web/values/history.ts'
import { RefName } from './FilterText.tsx'
import './records.css'

const VERBS: Readonly<Record<string, string>> = { add: '新增', update: '修改', remove: '删除', import: '导入' }
const SOURCES: Readonly<Record<string, string>> = { import: '经导入', batch: '批量', self: '本人填写', correction: '凭证明更正' }

/** Change history of a row, newest first. */
export function History({ of, id }: { of: Entity; id: string }) {
  const read = useQuery({
    queryKey: [...entityKey(of), 'history', language(), id],
    queryFn: ({ signal }) => get<HistoryEntry[]>(address(of, 'history'), { id }, { signal, quiet: true }),
    meta: { inPlace: true },
  })
  const { data } = read
  if (!data) return <Loading of={read} lines={4} failed={t('变更记录暂时取不到')} />
  if (!data.length) return <p className="ql-quiet">{t('还没有变更记录')}</p>
  return (
    <Timeline
      label={t('变更记录')}
      events={data.map(entry => ({
        key: `${entry.at}-${entry.action}-${entry.changes.map(c => c.field).join()}`,
        at: formatDatetime(entry.at),
        exact: plainDatetime(entry.at),
        tone: 'done',
        what: (
          <>
            <b>{entry.byName}</b> {t(entry.label ?? VERBS[entry.action] ?? entry.action)}
            {SOURCES[entry.source] ? ` · ${t(SOURCES[entry.source] as string)}` : ''}
          </>
        ),
        more: entry.action === 'add' ? null : <Changes of={of} entry={entry} />,
      }))}
    />
  )
}
const Changes = ({ of, entry }: { of: Entity; entry: HistoryEntry }) => (
  <ul className="ql-changes">
    {entry.changes.map(change => (
      <li key={change.field}>
        {t(change.label)}
        {t('：')}
        <span className="ql-quiet">
          <Side of={of} field={change.field} value={change.from} />
        </span>
        {' → '}
        <Side of={of} field={change.field} value={change.to} />
      </li>
    ))}
  </ul>
)
/** The history stores ids and codes; resolve them to labels. */
function Side({ of, field: name, value }: { of: Entity; field: string; value: unknown }) {
  const field = of.fields[name]
  if (!field) return isMissing(value) ? MISSING : String(value)
  if (field.kind === 'ref' && !isMissing(value)) return <RefName to={field.options.to ?? ''} id={String(value)} />
  return <Value field={field} value={value} />
}
