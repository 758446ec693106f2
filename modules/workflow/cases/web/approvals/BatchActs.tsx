import { Button } from 'antd'
import { useState } from 'react'
import type { InputOf } from '#model'
import { get, notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { actionAddress } from '#web/values/address.ts'
import { formatNumber } from '#web/values/format.ts'
import { myCases } from '../../model/my-cases.ts'
import type { Item, ItemRow } from './asked.ts'
import { rowsOf } from './asked.ts'
import { BatchPanel, type BatchVerb } from './BatchPanel.tsx'

/** Maximum per batch. */
const MOST = 500
const PORTION = 200

interface BatchActsProps {
  rows: readonly ItemRow[]
  asked: InputOf<typeof myCases>
  total: number
  onSelect: (rows: readonly ItemRow[], on: boolean) => void
  onDone: () => void
}
/** Batch actions on the selection, which can cover all matches. */
export function BatchActs({ rows, asked, total, onSelect, onDone }: BatchActsProps) {
  const [verb, setVerb] = useState<BatchVerb>()
  const [isBusy, setBusy] = useState(false)
  const most = Math.min(total, MOST)
  const chooseAll = async () => {
    setBusy(true)
    try {
      for (let current = 1; (current - 1) * PORTION < most; current++) {
        const page = await get<{ result: Item[] }>(actionAddress(myCases), { ...asked, current, size: PORTION })
        onSelect(rowsOf(page.result).slice(0, MOST - (current - 1) * PORTION), true)
      }
      if (total > MOST) notify.success(t('一次最多 {{most}} 件，已选前 {{most}} 件', { most: MOST }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {rows.length < most ? (
        <Button type="text" size="small" loading={isBusy} onClick={() => void chooseAll().catch(() => undefined)}>
          {t('选择全部 {{n}} 件', { n: formatNumber(most) })}
        </Button>
      ) : null}
      <Button type="text" size="small" onClick={() => setVerb('approve')}>
        {t('同意')}
      </Button>
      <Button type="text" size="small" onClick={() => setVerb('return')}>
        {t('退回修改')}
      </Button>
      <Button type="text" size="small" danger onClick={() => setVerb('reject')}>
        {t('驳回')}
      </Button>
      {verb ? (
        <BatchPanel
          verb={verb}
          rows={rows.slice(0, MOST)}
          onClose={isDone => {
            setVerb(undefined)
            if (isDone) onDone()
          }}
        />
      ) : null}
    </>
  )
}
