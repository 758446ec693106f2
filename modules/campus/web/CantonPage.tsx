import { Button, Segmented } from 'antd'
import { FileInput } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { canton } from '../model/canton.ts'
import { type CantonNode, importEdition } from '../model/canton-actions.ts'
import { useCantonTree } from './CantonPicker.tsx'
import style from './campus.module.css'

const EditionPanel = lazily(() => import('./EditionPanel.tsx').then(m => ({ default: m.EditionPanel })))
const LAYOUT: LayoutOf<typeof canton> = ['code', 'name', 'level', 'parentCode', 'validFrom', 'validTo', 'replacedBy', 'isEnabled']

/** Regions of GB/T 2260: browsed by level, or searched including abolished ones. */
export default function CantonPage() {
  const [view, setView] = useState<'walk' | 'all'>('walk')
  const [isImporting, setImporting] = useState(false)
  const mayImport = useCan(importEdition.permission)
  const tools = (
    <>
      <Segmented
        value={view}
        onChange={setView}
        options={[
          { value: 'walk', label: t('逐级浏览') },
          { value: 'all', label: t('查找') },
        ]}
      />
      {mayImport ? (
        <Button icon={<FileInput size={15} />} onClick={() => setImporting(true)}>
          {t('导入新版区划')}
        </Button>
      ) : null}
    </>
  )
  return (
    <>
      {view === 'walk' ? (
        <Page title={t('地区管理')} actions={tools}>
          <Levels />
        </Page>
      ) : (
        <EntityTable
          of={canton}
          title={t('地区管理')}
          toolbar={tools}
          columns={['fullName', 'code', 'level', 'parentCode', 'validTo', 'replacedBy', 'isEnabled']}
          filters={['level', 'parentCode', 'isEnabled']}
          form={{ layout: LAYOUT }}
          verbs={['list', 'add', 'update', 'remove', 'export']}
        />
      )}
      <Suspense>{isImporting ? <EditionPanel onClose={() => setImporting(false)} /> : null}</Suspense>
    </>
  )
}
/** Three columns, each the children of the selection before it. */
function Levels() {
  const read = useCantonTree()
  const { data } = read
  const [chosen, setChosen] = useState<ReadonlyArray<string | undefined>>([])
  if (!data) return <Loading of={read} lines={8} />
  const cities = data.find(p => p.code === chosen[0])?.children
  const areas = cities?.find(c => c.code === chosen[1])?.children
  return (
    <Sheet as="div" isBare className={style.levels}>
      <Level label={t('省级')} nodes={data} chosen={chosen[0]} onChoose={code => setChosen([code])} />
      <Level label={t('地级')} nodes={cities ?? []} chosen={chosen[1]} onChoose={code => setChosen([chosen[0], code])} />
      <Level label={t('县级')} nodes={areas ?? []} chosen={undefined} onChoose={() => {}} />
    </Sheet>
  )
}
function Level({ label, nodes, chosen, onChoose }: { label: string; nodes: readonly CantonNode[]; chosen: string | undefined; onChoose: (code: string) => void }) {
  return (
    <nav aria-label={label}>
      {nodes.map(node => (
        <button key={node.code} type="button" aria-current={node.code === chosen} onClick={() => onChoose(node.code)}>
          {node.name}
          <small>{node.code}</small>
        </button>
      ))}
    </nav>
  )
}
