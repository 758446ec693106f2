import { Button } from 'antd'
import { useRef, useState } from 'react'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { CodeBox } from '#web/scan/CodeBox.tsx'
import { archiveStock, confirmStock, dropStock, RESULTS, scanStock, startStock, stockResult } from '../model/archive-stock.ts'
import { beep } from './beep.ts'

const CHANGES = ['archiveFile', 'archiveMove', 'archiveStockScan']
/** 档案管理 → 盘点: one place after the other; nothing changes until it is confirmed. */
export default function StockPage() {
  const [params, , put] = useOwnParams()
  const id = params.get('stock')
  if (id) return <Taking id={id} onBack={() => put({ stock: undefined })} />
  return (
    <EntityTable<typeof archiveStock>
      of={archiveStock}
      title={t('盘点')}
      toolbar={<FormButton of={startStock} type="primary" onDone={({ id: made }) => put({ stock: made })} done={t('可以开始扫描')} />}
      onOpen={row => put({ stock: row.id })}
      columns={[
        { key: 'locationId', width: 220, align: 'left' },
        { key: 'state', width: 110 },
        { key: 'scanned', width: 100 },
        { key: 'takenBy', width: 120 },
        { key: 'createdAt', title: t('开始时间'), width: 160 },
        { key: 'confirmedAt', width: 160 },
      ]}
      facts={['scanned', 'createdAt']}
      filters={['locationId', 'state']}
      detail={false}
    />
  )
}
function Taking({ id, onBack }: { id: string; onBack: () => void }) {
  const read = useRead(stockResult, { id })
  const [last, setLast] = useState('')
  const box = useRef<{ focus(): void }>(null)
  const act = useAct(scanStock, {
    changes: CHANGES,
    done: false,
    onDone: ({ result, place }) => {
      if (result !== 'right') beep()
      setLast(place && result === 'misplaced' ? t('错位：应在{{place}}', { place }) : t(RESULTS[result]))
      box.current?.focus()
    },
  })
  return (
    <Page title={t('盘点')} actions={<Button onClick={onBack}>{t('全部盘点')}</Button>}>
      <Stack gap={4}>
        <Sheet>
          <Stack gap={2}>
            <CodeBox id="archive-stock" label={t('逐份扫架上的档案')} onCode={code => act.mutate({ id, code }, { onError: beep })} handle={box} />
            <div role="status">{last && !act.error ? <p>{last}</p> : null}</div>
            {act.error ? <Refused what={t('没有记下')} error={act.error} /> : null}
          </Stack>
        </Sheet>
        <Loaded of={read}>{data => <Result of={data} id={id} onBack={onBack} />}</Loaded>
      </Stack>
    </Page>
  )
}
function Result({ of, id, onBack }: { of: AnswerOf<typeof stockResult>; id: string; onBack: () => void }) {
  const lines = (title: string, rows: typeof of.missing) => (
    <Sheet title={title}>
      <PlainTable
        label={title}
        rows={rows}
        keyOf={row => row?.id ?? ''}
        empty={t('没有')}
        isLong
        columns={[
          [t('档案号'), row => row?.archiveNo, { isHead: true }],
          [t('现在何处'), row => row?.place],
        ]}
      />
    </Sheet>
  )
  return (
    <Stack gap={4}>
      <Figures label={t('盘点结果')}>
        <Figure label={t('应有')} value={of.expected} />
        <Figure label={t('在位')} value={of.right} />
        <Figure label={t('未见')} value={of.missing.length} />
        <Figure label={t('错位')} value={of.misplaced.length} />
        <Figure label={t('不明')} value={of.unknown.length} />
      </Figures>
      {lines(t('未见'), of.missing)}
      {lines(t('错位'), of.misplaced)}
      {of.unknown.length ? (
        <Sheet title={t('不明')}>
          <p>{of.unknown.join('、')}</p>
        </Sheet>
      ) : null}
      <Row gap={3}>
        <ActionButton
          of={confirmStock}
          input={{ id }}
          type="primary"
          changes={CHANGES}
          onDone={onBack}
          confirm={t('未见的 {{missing}} 份记为遗失，错位的 {{misplaced}} 份改到此处。', { missing: of.missing.length, misplaced: of.misplaced.length })}
        />
        <ActionButton of={dropStock} input={{ id }} changes={CHANGES} onDone={onBack} confirm={t('放弃这次盘点，档案不变。')} />
      </Row>
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('扫架上的档案，找出未见、错位和不明的。确认之前档案不变。'),
  who: t('档案管理员和学工处。'),
  first: t('选库位开始，逐份扫；核对结果后点“确认盘点”。'),
})
