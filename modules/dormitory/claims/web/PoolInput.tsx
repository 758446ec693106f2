import { Button, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { ManyRefs } from '#modules/system/web/CustomScopeInput.tsx'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { grantedPools } from '../../allocation/model/read-actions.ts'
import { type Grant, NO_POOL, type Pool } from '../../places/model/pool.ts'
import style from './claim.module.css'

/** Pool input: whole buildings, and rooms reserved for classes. */
export function PoolInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const pool = (value as Pool | null) ?? NO_POOL
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <ManyRefs to="dormBuilding" label={t('宿舍楼')} disabled={disabled} value={pool.dormIds} onChange={dormIds => onChange({ ...pool, dormIds })} />
      <EditedRows rows={pool.grants} onChange={grants => onChange({ ...pool, grants })}>
        {(grant, { put, drop }) => (
          <div className={style.row}>
            <ManyRefs to="dormRoom" label={t('房间')} disabled={disabled} value={grant.roomIds} onChange={roomIds => put({ ...grant, roomIds })} />
            <ManyRefs to="stuClass" label={t('只给班级')} disabled={disabled} value={grant.classIds} onChange={classIds => put({ ...grant, classIds })} />
            <Button icon={<Trash2 size={15} />} disabled={disabled} onClick={drop}>
              {t('去掉这组')}
            </Button>
          </div>
        )}
      </EditedRows>
      <Button icon={<Plus size={15} />} disabled={disabled} onClick={() => onChange({ ...pool, grants: [...pool.grants, { roomIds: [], classIds: [] }] })}>
        {t('把房间分给班级')}
      </Button>
      {disabled ? null : <FromPlan onTake={grants => onChange({ ...pool, grants: [...pool.grants.filter(g => g.roomIds.length), ...grants] })} />}
    </Stack>
  )
}
/** Rooms granted by a plan. */
function FromPlan({ onTake }: { onTake: (grants: Grant[]) => void }) {
  const { data } = useRead(grantedPools, {})
  if (!data?.length) return null
  return (
    <Select
      aria-label={t('采用预分配方案')}
      placeholder={t('采用预分配方案')}
      value={null}
      options={data.map(p => ({ value: p.id, label: t('{{name}}（{{n}} 个房间）', { name: p.name, n: p.rooms }) }))}
      onChange={id => onTake(data.find(p => p.id === id)?.pool?.grants ?? [])}
    />
  )
}
