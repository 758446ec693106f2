import { InputNumber } from 'antd'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { checkLetters, prepareLetters, reissueLetter, reopenLetter, voidLetter } from '../model/actions.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { MADE } from '../model/letter-states.ts'
import { handOverLetter } from '../model/sending-actions.ts'

const VIEWS = {
  toCheck: { label: '待核对', where: { state: 'toCheck' } },
  ready: { label: '待生成', where: { state: 'ready' } },
  made: { label: '已生成', where: { state: [...MADE] } },
  generated: { label: '待打印', where: { state: 'generated' } },
  printed: { label: '待封装', where: { state: 'printed' } },
  packed: { label: '待寄出', where: { state: 'packed' } },
  going: { label: '在途', where: { state: ['sent', 'resent'] } },
  arrived: { label: '已签收、已自取', where: { state: ['delivered', 'selfPickup'] } },
  returned: { label: '已退回', where: { state: 'returned' } },
  outdated: { label: '已过时', where: { isOutdated: true, state: [...MADE] } },
  void: { label: '作废', where: { state: 'void' } },
} as const
const CHANGES = ['admissionLetter']
type Checked = AnswerOf<typeof checkLetters>

/** 录取通知书 → 通知书: checked, numbered, void and issued again. */
export default function LetterPage() {
  return (
    <EntityTable<typeof admissionLetter>
      of={admissionLetter}
      title={t('通知书')}
      views={useView(VIEWS)}
      verbs={['update', 'export']}
      toolbar={<Check />}
      columns={[
        { key: 'name', width: 110, align: 'left' },
        { key: 'letterNo', width: 150 },
        { key: 'ksh', width: 150 },
        { key: 'gradeMajorId', width: 200, align: 'left' },
        { key: 'provinceName', title: t('省份'), width: 110 },
        { key: 'recipient', width: 100 },
        { key: 'address', width: 220, align: 'left' },
        { key: 'addressConfirmedAt', width: 150 },
        { key: 'state', width: 120 },
        { key: 'isOutdated', width: 90 },
        { key: 'pdfId', width: 120 },
        ...(['year', 'level', 'departmentId', 'batchId', 'seq', 'phone', 'attachments', 'edition', 'ofId', 'voidReason'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['ksh', 'gradeMajorId', 'letterNo']}
      filters={['year', 'province', 'level', 'departmentId', 'gradeMajorId', 'batchId', 'addressConfirmedAt']}
      form={{ layout: ['recipient', 'phone', 'address', 'attachments'] }}
      rowActions={row => [
        row.batchId ? null : <ActionButton key="reopen" of={reopenLetter} input={{ id: row.id }} changes={CHANGES} />,
        <ActionButton key="handOver" of={handOverLetter} input={{ id: row.id }} changes={CHANGES} confirm={t('{{name}}本人来校领取', { name: row.name })} />,
        <FormButton key="reissue" of={reissueLetter} input={{ id: row.id }} changes={CHANGES} note={t('原通知书作废，新的一份编号后加“补”，随下一次生成。')} />,
        <FormButton key="void" of={voidLetter} input={{ id: row.id }} changes={CHANGES} note={t('作废的编号不再使用，扫码核验时显示已作废。')} danger />,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('录取通知书从核对、编号到作废、补发。'),
  who: t('招生办。'),
  first: t('点“核对”：信息齐全的进入“待生成”，缺什么在“待核对”里写明。'),
})
/** Of the year's letters: those that are complete may be made, the others are listed. */
function Check() {
  const [lacking, setLacking] = useState<Checked>()
  const [year, setYear] = useState(new Date().getFullYear())
  if (!useCan(checkLetters.permission)) return null
  return (
    <Row gap={2}>
      <InputNumber aria-label={t('年份')} min={2000} max={2100} value={year} onChange={next => setYear(next ?? year)} />
      <ActionButton of={prepareLetters} input={{ year }} changes={CHANGES} confirm={t('给 {{year}} 年还没有通知书的录取新生各建一份', { year })} />
      <ActionButton of={checkLetters} input={{ year }} changes={CHANGES} onDone={of => setLacking(of.lacking ? of : undefined)} />
      {lacking ? <Lacking of={lacking} onClose={() => setLacking(undefined)} /> : null}
    </Row>
  )
}
const Lacking = ({ of, onClose }: { of: Checked; onClose: () => void }) => (
  <Panel open title={t('{{n}} 份信息不全', { n: of.lacking })} onClose={onClose}>
    <PlainTable
      label={t('信息不全')}
      rows={of.rows}
      keyOf={r => r.id}
      isLong
      columns={[
        [t('姓名'), r => r.name, { isHead: true }],
        [t('缺少'), r => r.lacks],
      ]}
    />
  </Panel>
)
