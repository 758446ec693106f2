import { Merge } from 'lucide-react'
import { useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { person } from '../model/people.ts'
import { mergePersons, previewMerge } from '../model/people-actions.ts'
import { PreviewPanel } from './public/PreviewPanel.tsx'

const MERGE = ['reason']

/** Persons, created from identity numbers. Duplicates are merged here. */
export default function PersonPage() {
  const [pair, setPair] = useState<{ keep: { id: string; name: string }; merge: { id: string; name: string }; clear: () => void }>()
  const mayMerge = useCan(mergePersons.permission)
  return (
    <>
      <EntityTable
        of={person}
        columns={['name', 'idType', { key: 'idNo', width: 232 }, 'birthDate', 'createdAt']}
        filters={['idType', 'idNo']}
        batchActions={(rows, clear) => {
          const [keep, merge] = rows
          return mayMerge && keep && merge && rows.length === 2 ? (
            <PlacedButton icon={<Merge size={15} />} onClick={() => setPair({ keep, merge, clear })}>
              {t('把“{{from}}”并入“{{to}}”', { from: merge.name, to: keep.name })}
            </PlacedButton>
          ) : (
            <span className="ql-quiet">{t('选两条可以合并')}</span>
          )
        }}
      />
      {pair ? (
        <PreviewPanel
          title={t('合并自然人')}
          preview={previewMerge}
          of={mergePersons}
          layout={MERGE}
          input={{ keepId: pair.keep.id, mergeId: pair.merge.id }}
          size={480}
          show={found => (
            <>
              <p>{t('“{{from}}”的资料改挂到“{{to}}”，原来那条不再保留', { from: found.mergeName, to: found.keepName })}</p>
              <ul>{found.rows.map(row => (row ? <li key={row.label}>{t('{{label}} {{n}} 条', { label: tAny(row.label), n: row.count })}</li> : null))}</ul>
            </>
          )}
          verb={() => t('合并')}
          onClose={() => {
            setPair(undefined)
            pair.clear()
          }}
        />
      ) : null}
    </>
  )
}
