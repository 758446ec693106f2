import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { Value } from '#web/forms/Cell.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { openRecord, printRecord, writeRecord } from '../model/record.ts'

type Opened = AnswerOf<typeof openRecord>
const SHOWN = ['notes', 'risk', 'plan', 'nextOn', 'quote', 'hospital', 'hospitalOn'] as const
/** One record, asked for by a press, since each reading is recorded; its author can write it anew. */
export function RecordButton({ appointmentId }: { appointmentId: string }) {
  const [opened, setOpened] = useState<Opened>()
  const [isWriting, setWriting] = useState(false)
  const act = useAct(openRecord, { done: false, onDone: setOpened })
  const close = () => {
    setOpened(undefined)
    act.reset()
  }
  const footer = (
    <Row>
      <DownloadButton of={printRecord} input={{ appointmentId }}>
        {t(printRecord.label)}
      </DownloadButton>
      {opened?.isOwn ? (
        <PlacedButton type="primary" onClick={() => setWriting(true)}>
          {t('修改')}
        </PlacedButton>
      ) : null}
    </Row>
  )
  return (
    <>
      <PlacedButton isBusy={act.isPending} onClick={() => act.mutate({ appointmentId })}>
        {t('打开记录')}
      </PlacedButton>
      <Panel
        open={!isWriting && (opened !== undefined || act.error !== null)}
        title={opened ? `${opened.name} · ${formatDatetime(opened.start)}` : t('咨询记录')}
        size={720}
        footer={opened ? footer : null}
        onClose={close}
      >
        {act.error ? <Refused what={t('没有读到')} error={act.error} /> : null}
        {opened ? (
          <Stack>
            {SHOWN.filter(name => opened[name] !== null).map(name => (
              <Sheet key={name} title={t(openRecord.output[name].label)}>
                <Value field={openRecord.output[name]} value={opened[name]} fieldName={name} />
              </Sheet>
            ))}
          </Stack>
        ) : null}
      </Panel>
      {isWriting && opened ? <Rewrite appointmentId={appointmentId} of={opened} onClose={() => setWriting(false)} onDone={close} /> : null}
    </>
  )
}
interface RewriteProps {
  appointmentId: string
  of: Opened
  onClose: () => void
  onDone: () => void
}
function Rewrite({ appointmentId, of: { version, supervisorId, notes, risk, plan, nextOn, quote, hospital, hospitalOn }, onClose, onDone }: RewriteProps) {
  return (
    <ActionForm
      of={writeRecord}
      size={720}
      input={{ appointmentId, version }}
      layout={['notes', 'risk', 'plan', 'nextOn', 'quote', 'hospital', 'hospitalOn', 'supervisorId']}
      initial={{ ...(notes === null ? {} : { notes }), ...(risk === null ? {} : { risk }), plan, nextOn, quote, hospital, hospitalOn, supervisorId }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
