import { useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatDate, formatDatetime, MISSING } from '#web/values/format.ts'
import { closeCrisis, crisisStates, handOverCrisis, noteGuardian, noteStep, type openCrisis, STEP_KINDS } from '../model/crisis-event.ts'

type Crisis = AnswerOf<typeof openCrisis>
const now = (): string => new Date().toISOString()
/** An event as far as the reader's part in it goes; what has no words is left out. */
export function CrisisView({ of, onDone }: { of: Crisis; onDone(): void }) {
  const words = (
    [
      ['地点', of.place],
      ['经过', of.facts],
      ['结果', of.outcome],
      ['复盘', of.review],
    ] as const
  ).filter(([, said]) => said)
  return (
    <Stack>
      <Row>
        <StateTag of={crisisStates} state={of.state} />
        <span>{t('现场负责人：{{name}}', { name: of.lead ?? MISSING })}</span>
        {of.nextLead && of.acceptBy ? <span className="ql-quiet">{t('已请{{name}}接手，{{at}} 前确认', { name: of.nextLead, at: formatDatetime(of.acceptBy) })}</span> : null}
      </Row>
      {of.guardianAt ? <p className="ql-quiet">{t('{{at}} 已告知家长', { at: formatDatetime(of.guardianAt) })}</p> : null}
      {of.guardianDueAt && !of.guardianAt ? <p>{t('最迟 {{at}} 前告知家长', { at: formatDatetime(of.guardianDueAt) })}</p> : null}
      {of.closedOn ? <p className="ql-quiet">{t('{{day}} 办结', { day: formatDate(of.closedOn) })}</p> : null}
      <Acts of={of} onDone={onDone} />
      {words.map(([title, said]) => (
        <Sheet key={title} title={t(title)}>
          <p>{said}</p>
        </Sheet>
      ))}
      <Sheet title={t('处置经过')}>
        <Timeline
          label={t('处置经过')}
          events={[
            { key: 'report', at: formatDatetime(of.at), what: `${t('报告')} · ${of.reportedBy ?? MISSING}` },
            ...of.steps.flatMap(s =>
              s ? [{ key: s.id, at: formatDatetime(s.at), what: [t(STEP_KINDS[s.kind]), s.by ?? MISSING, s.person].filter(Boolean).join(' · '), more: s.words ?? undefined }] : [],
            ),
          ]}
        />
      </Sheet>
    </Stack>
  )
}
function Acts({ of, onDone }: { of: Crisis; onDone(): void }) {
  if (of.state !== 'open') return null
  const shared = { input: { id: of.id }, initial: { at: now() }, onDone }
  return (
    <>
      <Row>
        <FormButton of={noteStep} {...shared} type="primary" />
        <FormButton of={noteGuardian} {...shared} changes={['attentionCase']} />
        {of.isWhole ? <FormButton of={closeCrisis} input={{ id: of.id }} onDone={onDone} /> : null}
      </Row>
      {of.isLead && !of.nextLead ? <HandOver of={of} onDone={onDone} /> : null}
    </>
  )
}
/** Who may be asked is shown by name, once it is asked for. */
function HandOver({ of: { id, people }, onDone }: { of: Crisis; onDone(): void }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Row>
        <PlacedButton onClick={() => setOpen(true)}>{t(handOverCrisis.label)}</PlacedButton>
      </Row>
    )
  return (
    <Sheet title={t('请谁接手')}>
      {people.map(p =>
        p ? (
          <Row key={p.userId} spread="between">
            <span>{p.name}</span>
            <FormButton of={handOverCrisis} input={{ id, toId: p.userId }} onDone={onDone} done={t('已请对方接手，确认以前仍由你负责')} />
          </Row>
        ) : null,
      )}
    </Sheet>
  )
}
