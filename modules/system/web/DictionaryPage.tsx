import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Plus, Search } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { permissionKey } from '#model'
import { Bars, Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { address, get, type PageOf } from '#web/http/index.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { language, t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { Beside, TreeFrame, TreeHead } from '#web/records/frames.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { formatNumber } from '#web/values/format.ts'
import { dictionary, dictionaryItem, itemUsage } from '../model/dictionary.ts'
import '#web/records/records.css'
import style from './system.module.css'

type SetRow = Shown<typeof dictionary>
type ItemRow = Shown<typeof dictionaryItem>

/** 系统管理 → 数据字典: code sets on the left, items of the chosen one on the right. */
export default function DictionaryPage() {
  const { can } = useSession()
  const [params, setParams] = useOwnParams()
  const [isAdding, setAdding] = useState(false)
  const read = useSets()
  const { data } = read
  const chosen = data?.find(d => d.id === params.get('node')) ?? data?.[0]
  const choose = (id: string) => setParams(() => new URLSearchParams({ node: id }))
  return (
    <Page
      title={t('数据字典')}
      actions={
        can(permissionKey(dictionary, 'add')) ? (
          <Button icon={<Plus size={15} />} onClick={() => setAdding(true)}>
            {t('新增字典')}
          </Button>
        ) : null
      }
    >
      <Beside>
        <Sets sets={data} chosen={chosen?.id} onChoose={choose} />
        {chosen ? <Items key={chosen.id} set={chosen} /> : data ? <Empty /> : <Loading of={read} lines={8} />}
      </Beside>
      {isAdding ? (
        <Suspense>
          <EntityForm of={dictionary} layout={['code', 'name', 'kind']} onClose={() => setAdding(false)} onDone={saved => choose(saved.id)} />
        </Suspense>
      ) : null}
    </Page>
  )
}
const useSets = () =>
  useQuery({
    queryKey: [...entityKey(dictionary), 'all', language()],
    queryFn: async ({ signal }) => (await get<PageOf<SetRow>>(address(dictionary, 'list'), { size: 200 }, { signal, quiet: true })).result,
    meta: { inPlace: true },
  })
function Sets({ sets, chosen, onChoose }: { sets: readonly SetRow[] | undefined; chosen: string | undefined; onChoose: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const shown = sets?.filter(d => `${tAny(d.name)} ${d.name} ${d.code} ${d.standard ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <TreeFrame label={t('数据字典')}>
      <TreeHead>
        <Input allowClear prefix={<Search size={15} />} placeholder={t('名称、编码或标准号')} aria-label={t('查找字典')} value={typed} onChange={e => setTyped(e.target.value)} />
      </TreeHead>
      {shown ? null : <Bars lines={8} />}
      <ul className={`${style.list} ${style.long}`}>
        {shown?.map(d => (
          <li key={d.id}>
            <button type="button" aria-current={d.id === chosen} onClick={() => onChoose(d.id)}>
              <span>{tAny(d.name)}</span>
              <small>{d.standard ?? d.itemCount}</small>
            </button>
          </li>
        ))}
      </ul>
    </TreeFrame>
  )
}
/** A built-in item has its translation among the texts of the module that declares it; a school writes its own. */
const labelOf = (row: ItemRow): string => ({ 'zh-cn': null, 'zh-tw': row.dictionaryValueTw, en: row.dictionaryValueEn })[language()] || tAny(row.dictionaryValue)
function Items({ set }: { set: SetRow }) {
  const where = useMemo(() => ({ dictionaryId: set.id }), [set.id])
  const [used, showUses] = useState<ItemRow>()
  const isTree = set.kind === 'tree'
  return (
    <div>
      <EntityTable<typeof dictionaryItem>
        of={dictionaryItem}
        isPart
        title={
          <>
            {tAny(set.name)} <small className={style.code}>{[set.code, set.standard].filter(Boolean).join(' · ')}</small>
          </>
        }
        where={where}
        columns={[
          'dictionaryKey',
          { key: 'dictionaryValue', align: 'left', render: labelOf },
          ...(isTree ? (['parentId'] as const) : []),
          { key: 'dictionaryValueEn', hidden: true },
          { key: 'dictionaryValueTw', hidden: true },
          'sort',
          'isEnabled',
          'builtIn',
          { key: 'remark', hidden: true },
        ]}
        filters={['isEnabled']}
        defaultSort={['sort']}
        form={{
          layout: [
            ...(['dictionaryKey', 'dictionaryValue', 'dictionaryValueEn', 'dictionaryValueTw'] as const),
            ...(isTree ? [{ field: 'parentId' as const, where: () => ({ dictionaryId: set.id }) }] : []),
            'sort',
            'color',
            'standardCode',
            'isEnabled',
            'remark',
          ],
          initial: { dictionaryId: set.id },
        }}
        rowActions={row => [{ label: t('使用情况'), onClick: () => showUses(row) }]}
      />
      {used ? <Uses row={used} onClose={() => showUses(undefined)} /> : null}
    </div>
  )
}
/** Records that use the item: used items can be disabled, not deleted. */
function Uses({ row, onClose }: { row: ItemRow; onClose: () => void }) {
  const read = useRead(itemUsage, { id: row.id })
  const { data } = read
  return (
    <Panel open title={t('“{{name}}”的使用情况', { name: row.dictionaryValue })} onClose={onClose}>
      {data ? null : <Loading of={read} lines={4} />}
      {data && !data.length ? <p className="ql-quiet">{t('还没有记录使用它')}</p> : null}
      {data?.map(u => (
        <div key={`${u.entity}${u.field}`} className={style.line}>
          <span>
            {t(u.entity)} · {tAny(u.field)}
          </span>
          <b>{t('{{n}} 条', { n: formatNumber(u.count) })}</b>
        </div>
      ))}
    </Panel>
  )
}
