import { Button, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { Columns } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { letterCarrier, letterWaybill } from '../model/letter-waybill.ts'
import { scanEnvelope, sendLetters } from '../model/sending-actions.ts'

const VIEWS = {
  bound: { label: '待封装', where: { state: 'bound' } },
  packed: { label: '待寄出', where: { state: 'packed' } },
  sent: { label: '已寄出', where: { state: 'sent' } },
  ended: { label: '已签收、已退回', where: { state: ['delivered', 'returned'] } },
} as const
const CHANGES = ['letterWaybill', 'admissionLetter']

/** 录取通知书 → 封装和交寄: envelope and letter are scanned together, then handed to the carrier. */
export default function SendingPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof letterWaybill>
      of={letterWaybill}
      title={t('运单#many')}
      lead={<Scan />}
      views={views}
      verbs={['add', 'remove', 'import', 'export']}
      columns={[
        { key: 'waybill', width: 170 },
        { key: 'letterNo', width: 150 },
        { key: 'studentId', title: t('新生'), width: 110, align: 'left' },
        { key: 'carrier', width: 110 },
        { key: 'state', width: 100 },
        { key: 'packedAt', width: 150 },
        { key: 'packedBy', width: 110 },
        { key: 'sentAt', width: 150 },
        { key: 'endedAt', width: 150 },
        { key: 'trackedAt', hidden: true },
      ]}
      filters={['carrier', 'packedBy', 'packedAt', 'sentAt', 'endedAt']}
      form={{ layout: ['letterNo', 'carrier', 'waybill'] }}
      batchActions={rows => {
        const ids = rows.filter(r => r.state === 'packed').map(r => r.id)
        return ids.length ? <ActionButton of={sendLetters} input={{ ids }} changes={CHANGES} confirm={t('把 {{n}} 份交给承运方', { n: ids.length })} /> : null
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('把通知书装进信封，再整批交给承运方。'),
  who: t('招生办。'),
  first: t('先扫通知书上的二维码，再扫信封上的运单；装好的在“待寄出”里勾选，交给承运方。'),
})
/** Two scans and a return key each: first the letter, then its envelope. */
function Scan() {
  const [letter, setLetter] = useState('')
  const [waybill, setWaybill] = useState('')
  const [carrier, setCarrier] = useState('ems')
  const first = useRef<InputRef>(null)
  const second = useRef<InputRef>(null)
  const act = useAct(scanEnvelope, {
    changes: CHANGES,
    done: false,
    onDone: () => {
      setLetter('')
      setWaybill('')
      first.current?.focus()
    },
  })
  if (!useCan(scanEnvelope.permission)) return null
  return (
    <Sheet>
      <form
        onSubmit={event => {
          event.preventDefault()
          act.mutate({ letter, waybill, carrier })
        }}
      >
        <Columns min={200} gap={3}>
          <DictSelect of={letterCarrier} aria-label={t('承运方')} allowClear={false} value={carrier} onChange={code => setCarrier(code ?? 'other')} />
          <Input
            ref={first}
            aria-label={t('通知书')}
            placeholder={t('扫描通知书上的二维码，或输入编号')}
            value={letter}
            onChange={({ target }) => setLetter(target.value)}
            onPressEnter={event => {
              event.preventDefault()
              second.current?.focus()
            }}
          />
          <Input ref={second} aria-label={t('运单号')} placeholder={t('扫描信封上的运单')} value={waybill} onChange={({ target }) => setWaybill(target.value)} />
          <Button type="primary" htmlType="submit" loading={act.isPending} disabled={!letter.trim() || !waybill.trim()}>
            {t('封装')}
          </Button>
        </Columns>
        {act.data ? <p role="status">{t('{{name}}（{{letterNo}}）已封装', { name: act.data.name, letterNo: act.data.letterNo })}</p> : null}
        {act.error ? <Refused what={t('没有封装')} error={act.error} /> : null}
      </form>
    </Sheet>
  )
}
