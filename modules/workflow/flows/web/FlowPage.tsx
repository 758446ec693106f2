import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { permissionKey } from '#model'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { address, get, type PageOf } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { ConfirmRemove } from '#web/records/ConfirmRemove.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { formatNumber } from '#web/values/format.ts'
import { processBinding, processDef } from '../model/process.ts'
import { copyFlow, makeDefault, setFlowState } from '../model/process-keeping.ts'
import { TypeInput } from './public/TypeSelect.tsx'
import { useTypes } from './public/useTypes.ts'
import './panel/panel.css'

type Def = Shown<typeof processDef>
type Opened = { verb: 'copy' | 'remove'; def: Def } | undefined

export const about: PageFile['about'] = () => ({
  use: t('每种申请由谁审批、走几步、多久没办会催。'),
  who: t('系统管理员和学工处。'),
  first: t('打开一个流程，先用“模拟”看某个学生的申请会走到谁，再改动并发布；已提交的申请按原来的流程走完。'),
})
/** 流程 › 流程设计: all flows by kind of application; opens the designer. */
export default function FlowPage() {
  const { names, options } = useTypes()
  const navigate = useNavigate()
  const { can } = useSession()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const design = (id: string) => navigate(`/workflow/design/${id}`)
  const places = useBoundPlaces()
  const mayRemove = can(permissionKey(processDef, 'remove'))
  return (
    <>
      <EntityTable
        of={processDef}
        title={t('流程设计')}
        verbs={['list', 'add', 'update']}
        columns={[
          { key: 'name', width: 248 },
          { key: 'processType', width: 148, render: row => names.get(row.processType) ?? row.processType },
          { key: 'isDefault', title: t('用于'), width: 180, render: row => <UsedFor def={row} places={places.get(row.id) ?? []} /> },
          'state',
          { key: 'currentVersion', title: t('版本'), render: row => (row.currentVersion ? `v${row.currentVersion}` : '—') },
          { key: 'runningCount', render: row => formatNumber(row.runningCount ?? 0) },
          'draftedAt',
          { key: 'code', hidden: true },
        ]}
        filters={[{ field: 'processType', options }, 'state']}
        onOpen={row => design(row.id)}
        form={{
          layout: [{ field: 'processType', render: input => <TypeInput {...input} /> }, 'code', 'name', 'ownerIds'],
        }}
        rowActions={row => [
          { label: t('设计'), onClick: () => design(row.id) },
          can(copyFlow.permission) && { label: t('复制'), onClick: () => setOpened({ verb: 'copy', def: row }) },
          ...stateActs(row),
          !row.currentVersion && mayRemove && { label: t('删除'), danger: true, onClick: () => setOpened({ verb: 'remove', def: row }) },
        ]}
      />
      {opened?.verb === 'copy' ? (
        <ActionForm
          of={copyFlow}
          title={t('复制“{{name}}”', { name: opened.def.name })}
          input={{ id: opened.def.id }}
          initial={{ name: t('{{name}}（副本）', { name: opened.def.name }), code: `${opened.def.code}2`.slice(0, 40) }}
          onDone={answer => design(answer.id)}
          onClose={close}
        />
      ) : null}
      {opened?.verb === 'remove' ? <ConfirmRemove of={processDef} rows={[{ id: opened.def.id, name: opened.def.name }]} onClose={close} /> : null}
    </>
  )
}
/** Bindings by flow id. */
function useBoundPlaces(): ReadonlyMap<string, readonly string[]> {
  const { can } = useSession()
  const { data } = useQuery({
    queryKey: [...entityKey(processBinding), 'all', language()],
    queryFn: async ({ signal }) => (await get<PageOf<Shown<typeof processBinding>>>(address(processBinding, 'list'), { size: 200 }, { signal, quiet: true })).result,
    meta: { inPlace: true },
    enabled: can(permissionKey(processBinding, 'list')),
  })
  return useMemo(() => {
    const found = Map.groupBy(data ?? [], binding => binding.defId)
    return new Map([...found].map(([id, bindings]) => [id, bindings.map(b => b.departmentName ?? b.batchId ?? t('全校'))]))
  }, [data])
}
function UsedFor({ def, places }: { def: Def; places: readonly string[] }) {
  if (def.isDefault) return <Tag color="processing">{t('默认流程')}</Tag>
  if (!places.length) return <span className="ql-quiet">{t('没有使用')}</span>
  return <>{places.length > 1 ? t('{{name}} 等 {{n}} 处', { name: places[0], n: places.length }) : places[0]}</>
}
function stateActs(row: Def) {
  if (!row.currentVersion) return []
  if (row.state === 'disabled')
    return [
      <ActionButton key="enable" of={setFlowState} input={{ id: row.id, state: 'published' }} done={t('已启用“{{name}}”', { name: row.name })}>
        {t('启用')}
      </ActionButton>,
    ]
  if (row.isDefault) return []
  return [
    <ActionButton
      key="default"
      of={makeDefault}
      input={{ id: row.id }}
      done={t('已把“{{name}}”设为默认', { name: row.name })}
      confirm={<p>{t('没有绑定流程的部门，新的申请都改走“{{name}}”；进行中的不变。', { name: row.name })}</p>}
    >
      {t('设为默认')}
    </ActionButton>,
    <ActionButton
      key="disable"
      of={setFlowState}
      input={{ id: row.id, state: 'disabled' }}
      danger
      done={t('已停用“{{name}}”', { name: row.name })}
      confirm={<p>{t('停用后，绑定它的部门改走上级或默认流程；进行中的 {{n}} 件继续走完。', { n: row.runningCount ?? 0 })}</p>}
    >
      {t('停用#verb')}
    </ActionButton>,
  ]
}
