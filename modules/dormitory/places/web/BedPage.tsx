import { useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { lockBeds, unlockBeds } from '../model/actions.ts'
import { dormBed } from '../model/places.ts'
import { BesideTree } from './DormTree.tsx'
import { LockForm } from './RoomActs.tsx'

const TONES = { occupied: 'done', reserved: 'going', free: 'waiting', locked: 'attention', repair: 'attention', off: 'over' } as const
interface Locking {
  beds: ReadonlyArray<{ id: string; fullName: string | null }>
  done?: () => void
}
/** Beds with full names; bulk locking. */
export default function BedPage() {
  const [params] = useOwnParams()
  const dormId = params.get('dormId')
  const [locking, setLocking] = useState<Locking>()
  const may = useCan(lockBeds.permission)
  return (
    <BesideTree levels="floor">
      <EntityTable
        of={dormBed}
        columns={[
          { key: 'fullName', width: 240 },
          { key: 'bedState', width: 96, tones: TONES },
          { key: 'holderName', width: 100 },
          { key: 'bedType', width: 112 },
          { key: 'lockReason', width: 168 },
          { key: 'lockedUntil', width: 168 },
          { key: 'lockedBy', width: 112 },
          { key: 'isEnabled', width: 84 },
        ]}
        filters={[
          'dormId',
          { field: 'floorId', where: f => ({ dormId: f.dormId }) },
          { field: 'roomId', where: f => ({ dormId: f.dormId, floorId: f.floorId }) },
          'bedType',
          'isEnabled',
        ]}
        form={{ layout: [{ field: 'roomId', where: () => ({ dormId }) }, 'bedNo', 'bedType', 'isEnabled'] }}
        rowActions={row => {
          if (!may) return []
          if (row.lockReason)
            return [
              <ActionButton key="unlock" of={unlockBeds} input={{ ids: [row.id] }} changes={['dormRoom']}>
                {t('解锁')}
              </ActionButton>,
            ]
          return [{ label: t('锁定#verb'), onClick: () => setLocking({ beds: [row] }) }]
        }}
        batchActions={(rows, clear) =>
          may ? (
            <>
              <PlacedButton onClick={() => setLocking({ beds: rows, done: clear })}>{t('锁定 {{n}} 张床位', { n: rows.length })}</PlacedButton>
              <ActionButton of={unlockBeds} input={{ ids: rows.map(r => r.id) }} changes={['dormRoom']} onDone={clear} />
            </>
          ) : null
        }
      />
      {locking ? <LockForm beds={locking.beds} onDone={() => locking.done?.()} onClose={() => setLocking(undefined)} /> : null}
    </BesideTree>
  )
}
